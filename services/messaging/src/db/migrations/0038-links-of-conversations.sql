-- parley: without transaction
-- The same for direct messages. The three indexes before it also had an entry for each message of a channel.
create index concurrently if not exists messages_direct_links_idx on messages (conversation_id, id) include (has_link, has_image, has_attachment)
 where conversation_id is not null and (has_link or has_image or has_attachment)
