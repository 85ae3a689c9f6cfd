-- Channels of imports (docs/decisions/moving-in.md): which channel a key of a source has become, so that a repeated import finds it.
create table imported_channels (
  source text not null,
  source_key text not null,
  channel_id bigint not null,
  import_id bigint not null,
  -- Whether the import created the channel. Otherwise it was there, and messages were added to it.
  is_created boolean not null,
  primary key (source, source_key)
);
create index imported_channels_import_id_idx on imported_channels (import_id);

-- Subscriptions that an import added, which its removal ends.
create table imported_subscriptions (
  import_id bigint not null,
  channel_id bigint not null,
  user_id bigint not null,
  primary key (import_id, channel_id, user_id)
);
