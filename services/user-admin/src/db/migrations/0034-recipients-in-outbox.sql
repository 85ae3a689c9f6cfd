-- The recipient of a mail or message that is to be sent, if they have an account. Entries of an erased person are deleted.
alter table outbox add column user_id bigint;
