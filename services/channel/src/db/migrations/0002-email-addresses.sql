-- Secret tokens in the email addresses of channels, one for each channel and user in whose name messages are sent. A row is
-- created when the address is first requested.
create table channel_email_addresses (
  channel_id bigint not null references channels,
  sender_id bigint not null,
  token text not null unique,
  created_at timestamptz not null default now(),
  primary key (channel_id, sender_id)
);
