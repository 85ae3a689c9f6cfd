-- parley: without transaction
-- One index instead of three for messages with links, images and files. A send prepares every index of the table, also those whose
-- condition it does not meet: six of them were a tenth of what PostgreSQL does for a message.
create index concurrently if not exists messages_links_idx on messages (channel_id, id) include (has_link, has_image, has_attachment)
 where channel_id is not null and (has_link or has_image or has_attachment)
