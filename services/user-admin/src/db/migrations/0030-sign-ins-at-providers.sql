-- Stores the provider's identity of pending sign-ins, because a logout at the provider must also end these.

-- The identity and the provider's own session, for pending sign-ins, tickets and verified answers. Null for other attempts, and
-- for attempts of the previous release.
alter table sign_in_attempts add column method text;
alter table sign_in_attempts add column subject text;
alter table sign_in_attempts add column provider_session text;

create index sign_in_attempts_subject_idx on sign_in_attempts (method, subject) where method is not null;
create index sign_in_attempts_provider_session_idx on sign_in_attempts (method, provider_session)
  where provider_session is not null;
