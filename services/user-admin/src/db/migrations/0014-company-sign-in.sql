-- Sign-ins through identity providers (docs/decisions/company-sign-in.md).

-- Identities at providers, and the accounts to which they belong.
create table external_identities (
  -- Provider: `oidc:company`, `saml:corp`, `ldap`.
  method text not null,
  subject text not null,
  user_id bigint not null references users on delete cascade,
  linked_at timestamptz not null default now(),
  primary key (method, subject),
  unique (user_id, method)
);

-- Sign-ins between the redirect to a provider and the return from it, and one-time tickets that hand over a sign-in to a
-- desktop client.
create table sign_in_attempts (
  -- SHA-256 of the `state` parameter that the provider returns, or of the ticket.
  state_sha256 bytea primary key,
  -- Secrets of the sign-in, as encrypted JSON.
  sealed bytea not null,
  expires_at timestamptz not null
);

create index sign_in_attempts_expires_at_idx on sign_in_attempts (expires_at);

-- Sessions that were started by signing in at a provider, which may end them. This is a separate table because `sessions` must
-- not change while the previous release runs.
create table provider_sessions (
  session_id bigint primary key references sessions on delete cascade,
  method text not null,
  subject text not null,
  -- ID of the provider's own session (`sid`); null when the provider sends none.
  provider_session text,
  -- Encrypted ID token, which identifies the session to the provider at a sign-out; null when there is none.
  id_token_sealed bytea
);

create index provider_sessions_subject_idx on provider_sessions (method, subject);
create index provider_sessions_provider_session_idx on provider_sessions (method, provider_session)
  where provider_session is not null;
