-- Stores how often all access of an account has ended, and when and from where its own API key was last used.

alter table credentials
  -- Signed addresses of files contain this number and are invalid after it has changed.
  add column access_generation bigint not null default 0,
  -- Updated at most once an hour for one address, and at most once a minute.
  add column api_key_last_used_at timestamptz,
  add column api_key_last_used_address text;
