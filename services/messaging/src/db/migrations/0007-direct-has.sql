-- Indexes for direct messages with links, images or attachments. Channel messages have such indexes already.
create index messages_direct_has_link_idx on messages (conversation_id, id) where has_link;
create index messages_direct_has_image_idx on messages (conversation_id, id) where has_image;
create index messages_direct_has_attachment_idx on messages (conversation_id, id) where has_attachment;
