-- Messages that were edited or moved, by channel. All others are still in the topic to which they were first sent. New messages
-- are not in this index, so it does not slow down sends.
create index messages_changed_idx on messages (channel_id, id)
  where edit_history is not null and channel_id is not null;
