-- Finds by ID, in the index alone, the conversation of messages and whether somebody has read them: messages that are
-- marked together are far apart in the table. It replaces the index of the primary key, so that a send writes no more
-- indexes than before.
create unique index messages_id_idx on messages (id)
  include (channel_id, conversation_id, origin_id, origin_channel_id, sender_id, read_by_sender);
alter table messages drop constraint messages_pkey;
alter table messages add constraint messages_pkey primary key using index messages_id_idx;
-- PostgreSQL reads an index alone only for pages that vacuum has visited, so vacuum runs earlier than by default, which
-- is after a fifth of the table.
alter table messages set (autovacuum_vacuum_insert_scale_factor = 0.02);
