-- Additional API keys, which have a name. Unlike the key in `credentials`, they can expire, be limited and be rotated
-- (docs/decisions/api-keys.md).
create table named_keys (
  key_id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  key_sha256 bytea not null unique,
  name text not null,
  is_read_only boolean not null,
  -- Areas of the API that the key gives access to; null for all.
  areas text[],
  created_at timestamptz not null default now(),
  -- Null when the key does not expire.
  expires_at timestamptz,
  -- Updated at most once a minute.
  last_used_at timestamptz,
  last_used_address text
);

create index named_keys_user_id_idx on named_keys (user_id);
