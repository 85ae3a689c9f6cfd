-- Accounts that somebody made for a person, who has not signed in yet: it is then that they join.
alter table users add column awaits_sign_in boolean not null default false;
