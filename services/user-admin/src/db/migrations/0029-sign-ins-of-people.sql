-- Ending the sessions of a person also ends their pending sign-ins and their tickets.

-- The person of a pending sign-in or a ticket. Null in other attempts, and in those of the previous release.
alter table sign_in_attempts add column user_id bigint;

create index sign_in_attempts_user_id_idx on sign_in_attempts (user_id) where user_id is not null;
