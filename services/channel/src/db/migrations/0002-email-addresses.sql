-- Addresses that mail to a channel goes to, by whom it then comes from. Made when first asked for.
create table channel_email_addresses (
  channel_id bigint not null references channels,
  sender_id bigint not null,
  token text not null unique,
  created_at timestamptz not null default now(),
  primary key (channel_id, sender_id)
);
