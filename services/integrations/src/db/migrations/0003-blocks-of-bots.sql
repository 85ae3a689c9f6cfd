-- Blocks of bots that are no app: presses and controls of messages for one person then have a bot instead of an app.

alter table app_presses alter column app_id drop not null;
alter table app_presses add column bot_id bigint;
create index app_presses_bot_id_idx on app_presses (bot_id) where bot_id is not null;

alter table app_ephemerals alter column app_id drop not null;
alter table app_ephemerals add column bot_id bigint;
create index app_ephemerals_bot_id_idx on app_ephemerals (bot_id) where bot_id is not null;
