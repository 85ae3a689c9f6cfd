-- What operators see of a rebuild, and which documents searches may select by the terms that their release adds to them: those of
-- messages from `current_from` on. A rebuild of the same version does not change what they are.
alter table search_rebuild
  add column current_from bigint,
  add column started_at timestamptz,
  add column done bigint not null default 0;
update search_rebuild set current_from = rebuilt_from;
alter table search_rebuild alter column current_from set not null;
