-- Sign-ins through identity providers (docs/decisions/company-sign-in.md).

-- Identities at providers and the accounts that they sign in to.
create table external_identities (
  -- `oidc:company`, `saml:corp`, `ldap`.
  method text not null,
  subject text not null,
  user_id bigint not null references users on delete cascade,
  linked_at timestamptz not null default now(),
  primary key (method, subject),
  unique (user_id, method)
);

-- Sign-ins between the redirect to a provider and the return from it, and one-time tickets for desktop clients.
create table sign_in_attempts (
  -- SHA-256 of the state that the provider returns, or of the ticket.
  state_sha256 bytea primary key,
  -- JSON with the secrets of the attempt.
  sealed bytea not null,
  expires_at timestamptz not null
);

create index sign_in_attempts_expires_at_idx on sign_in_attempts (expires_at);

-- Sessions that a provider started and may end. A table of its own leaves `sessions` as the previous release knows it.
create table provider_sessions (
  session_id bigint primary key references sessions on delete cascade,
  method text not null,
  subject text not null,
  -- The provider's own session (`sid`); null when the provider names none.
  provider_session text,
  -- The ID token, by which the provider recognizes the session at the sign-out; null without one.
  id_token_sealed bytea
);

create index provider_sessions_subject_idx on provider_sessions (method, subject);
create index provider_sessions_provider_session_idx on provider_sessions (method, provider_session)
  where provider_session is not null;
