-- Mails about messages are written when they are sent, from what their reader may read then. Until then they refer to the messages.
-- They have the separate state `queued_unwritten`, so that replicas of the previous release do not try to send them.
alter table mails add column report jsonb;
alter table mails drop constraint mails_state_check;
alter table mails add constraint mails_state_check
  check (state in ('queued', 'queued_sealed', 'queued_unwritten', 'accepted', 'failed'));
create index mails_unwritten_next_attempt_at_idx on mails (next_attempt_at) where state = 'queued_unwritten';
