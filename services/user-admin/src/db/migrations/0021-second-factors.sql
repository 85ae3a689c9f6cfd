-- Second factors and passkeys (docs/decisions/second-factors.md).

-- Secrets of authenticator apps (TOTP).
create table authenticator_apps (
  user_id bigint primary key references users on delete cascade,
  secret_sealed bytea not null,
  -- Null until the person has entered a first code.
  confirmed_at timestamptz,
  -- Time step of the last accepted code. Earlier codes, and this one, are not accepted again.
  last_step bigint not null default 0
);

create table passkeys (
  passkey_id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  -- Base64url, as browsers send it.
  credential_id text not null unique,
  -- COSE.
  public_key bytea not null,
  -- The authenticator's count of signatures; 0 for one that does not count.
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);

create index passkeys_user_id_idx on passkeys (user_id);

-- Codes for people who have lost their other factors. A row is deleted when its code is used.
create table recovery_codes (
  user_id bigint not null references users on delete cascade,
  code_sha256 bytea not null,
  primary key (user_id, code_sha256)
);

alter table sessions
  -- When the person last proved a factor in this session. Dangerous steps require it to be recent.
  add column confirmed_at timestamptz not null default now();
