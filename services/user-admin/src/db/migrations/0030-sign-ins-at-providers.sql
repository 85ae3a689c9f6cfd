-- A logout at a provider also ends the sign-ins that have begun there.

-- The identity that began a pending sign-in, a ticket or a verified answer, and the provider's own session. Null in other
-- attempts, and in those of the previous release.
alter table sign_in_attempts add column method text;
alter table sign_in_attempts add column subject text;
alter table sign_in_attempts add column provider_session text;

create index sign_in_attempts_subject_idx on sign_in_attempts (method, subject) where method is not null;
create index sign_in_attempts_provider_session_idx on sign_in_attempts (method, provider_session)
  where provider_session is not null;
