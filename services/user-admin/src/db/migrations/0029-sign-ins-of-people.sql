-- Stores the person of pending sign-ins and tickets, because ending the sessions of a person must also end these.

-- Null for attempts whose person is not known, and for attempts of the previous release.
alter table sign_in_attempts add column user_id bigint;

create index sign_in_attempts_user_id_idx on sign_in_attempts (user_id) where user_id is not null;
