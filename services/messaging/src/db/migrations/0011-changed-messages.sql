-- Messages that were edited or moved, by channel. All others are in the topic that they were first sent to, which is
-- known without looking at each. A send writes nothing here.
create index messages_changed_idx on messages (channel_id, id)
  where edit_history is not null and channel_id is not null;
