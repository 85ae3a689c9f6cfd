-- Mails of other services: about accounts, with links that are secrets.

-- The mail as JSON, encrypted; null once it ended. Other mails have `content` instead.
alter table mails add column sealed bytea;

-- `queued_sealed` is a state of its own, so that replicas of the previous release leave these mails alone.
alter table mails drop constraint mails_state_check;
alter table mails add constraint mails_state_check
  check (state in ('queued', 'queued_sealed', 'accepted', 'failed'));
create index mails_sealed_next_attempt_at_idx on mails (next_attempt_at) where state = 'queued_sealed';
