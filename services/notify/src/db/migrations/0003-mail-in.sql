-- Incoming mail: mail addresses of channels, and mails that became messages.

-- Mail addresses that post to a channel. A person always gets the same address for a channel and a sender.
create table channel_addresses (
  -- The secret part of the address.
  token text primary key,
  channel_id bigint not null,
  -- The person who requested the address. Their current permissions decide whether a mail is posted.
  creator_id bigint not null,
  -- The person or bot who is the sender of the messages.
  sender_id bigint not null,
  created_at timestamptz not null default now(),
  unique (channel_id, creator_id, sender_id)
);

-- Mails that became messages. They are stored so that a redelivered mail is not posted again.
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
