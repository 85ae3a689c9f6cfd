-- Accounts that were created for people who have not signed in yet. People join at their first sign-in.
alter table users add column awaits_sign_in boolean not null default false;
