-- Mail addresses of channels, by the user who sends the messages. An address is created when it is first requested.
create table channel_email_addresses (
  channel_id bigint not null references channels,
  sender_id bigint not null,
  token text not null unique,
  created_at timestamptz not null default now(),
  primary key (channel_id, sender_id)
);
