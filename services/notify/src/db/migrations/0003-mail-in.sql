-- Mail that comes in: addresses of channels, and mails that became messages.

-- Addresses that post to a channel. A person gets the same address for a channel and sender each time.
create table channel_addresses (
  -- The secret part of the address.
  token text primary key,
  channel_id bigint not null,
  -- The person who asked for the address and whose permissions count.
  creator_id bigint not null,
  -- The person or bot that sends the messages.
  sender_id bigint not null,
  created_at timestamptz not null default now(),
  unique (channel_id, creator_id, sender_id)
);

-- Mails that became messages: a mail that is delivered again changes nothing.
create table received_mails (
  -- SHA-256 of the address and the Message-ID.
  mail_key bytea primary key,
  -- SHA-256 of the address.
  address_key bytea not null,
  message_id bigint not null,
  -- Results of SPF, DKIM and DMARC, as the trusted mail server found them.
  authentication text not null,
  received_at timestamptz not null default now()
);
create index received_mails_address_key_received_at_idx on received_mails (address_key, received_at);
create index received_mails_received_at_idx on received_mails (received_at);
