-- Where messages are and whether somebody read them is found by their IDs in the index alone: messages that are
-- marked together, or neighbors of which few are shown, lie far apart in the table. It takes the place of the key's
-- index, so that a send writes no more of them.
create unique index messages_id_idx on messages (id)
  include (channel_id, conversation_id, origin_id, origin_channel_id, sender_id, read_by_sender);
alter table messages drop constraint messages_pkey;
alter table messages add constraint messages_pkey primary key using index messages_id_idx;
-- An index alone suffices only for messages that vacuum has looked at: sooner than at a fifth of the table more.
alter table messages set (autovacuum_vacuum_insert_scale_factor = 0.02);
