-- Second factors and passkeys (docs/decisions/second-factors.md).

-- Encrypted secrets of authenticator apps (TOTP).
create table authenticator_apps (
  user_id bigint primary key references users on delete cascade,
  secret_sealed bytea not null,
  -- When the person entered a first valid code; null until then.
  confirmed_at timestamptz,
  -- Time step of the last accepted code. Codes of this step and earlier ones are refused, so that no code works twice.
  last_step bigint not null default 0
);

create table passkeys (
  passkey_id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  -- Base64url, as browsers send it.
  credential_id text not null unique,
  -- COSE encoding.
  public_key bytea not null,
  -- The authenticator's signature counter; 0 if it has no counter.
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);

create index passkeys_user_id_idx on passkeys (user_id);

-- Recovery codes, for people who have lost their other factors. A row is deleted when its code is used.
create table recovery_codes (
  user_id bigint not null references users on delete cascade,
  code_sha256 bytea not null,
  primary key (user_id, code_sha256)
);

alter table sessions
  -- When the person last proved a factor in this session. Sensitive actions require a recent time.
  add column confirmed_at timestamptz not null default now();
