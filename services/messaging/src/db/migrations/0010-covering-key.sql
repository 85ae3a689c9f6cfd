-- Covering index that finds the conversation of messages and their origin by ID in an index-only scan, because messages that
-- are marked read together are far apart in the table. It replaces the index of the primary key, so a send does not write more
-- indexes than before.
create unique index messages_id_idx on messages (id)
  include (channel_id, conversation_id, origin_id, origin_channel_id, sender_id, read_by_sender);
alter table messages drop constraint messages_pkey;
alter table messages add constraint messages_pkey primary key using index messages_id_idx;
-- An index-only scan works only for pages that vacuum has marked as visible. So vacuum runs after inserts of 2 % of the table
-- instead of the default 20 %.
alter table messages set (autovacuum_vacuum_insert_scale_factor = 0.02);
