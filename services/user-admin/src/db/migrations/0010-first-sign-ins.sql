-- Whether the account was created for a person who has not signed in yet. The person joins with the first sign-in.
alter table users add column awaits_sign_in boolean not null default false;
