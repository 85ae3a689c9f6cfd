-- Salted hashes of the personal values in the audit log. The hash chain covers these hashes instead of the values, so that
-- values can be erased (docs/decisions/audit-log.md#erasing).
alter table audit_entries
  -- All columns are null until the entry is chained, and in entries that older releases have chained. A salt is also null after
  -- its value was erased.
  add column details_salt bytea,
  add column details_hash bytea,
  add column origin_salt bytea,
  add column origin_hash bytea;
