-- parley: without transaction
create index concurrently if not exists audit_entries_happened_at_idx on audit_entries (happened_at);
