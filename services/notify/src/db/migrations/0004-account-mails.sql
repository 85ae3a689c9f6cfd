-- Mails of other services: mails about accounts, whose links are secret.

-- The mail as encrypted JSON; null after it was accepted or has failed. Other mails have `content` instead.
alter table mails add column sealed bytea;

-- These mails have the separate state `queued_sealed`, so that replicas of the previous release do not try to send them.
alter table mails drop constraint mails_state_check;
alter table mails add constraint mails_state_check
  check (state in ('queued', 'queued_sealed', 'accepted', 'failed'));
create index mails_sealed_next_attempt_at_idx on mails (next_attempt_at) where state = 'queued_sealed';
