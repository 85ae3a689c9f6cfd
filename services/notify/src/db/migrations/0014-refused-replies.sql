-- Explanations of refused replies, so that each sender gets few of them. Addresses are stored as hashes, because their owners need
-- not have an account.

create table refused_replies (
  -- SHA-256 of the address from which the reply came.
  author_key bytea primary key,
  -- SHA-256 of the reply address.
  address_key bytea not null,
  explained_at timestamptz not null default now()
);
create index refused_replies_address_key_explained_at_idx on refused_replies (address_key, explained_at);
create index refused_replies_explained_at_idx on refused_replies (explained_at);
