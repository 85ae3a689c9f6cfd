-- Values of the audit log that may concern people are chained by salted hashes, so that they can be erased
-- (docs/decisions/audit-log.md#erasing).
alter table audit_entries
  -- Null before the entry is chained, in entries of earlier releases, and, the salts alone, after an erasure.
  add column details_salt bytea,
  add column details_hash bytea,
  add column origin_salt bytea,
  add column origin_hash bytea;
