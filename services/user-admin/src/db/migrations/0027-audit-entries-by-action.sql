-- parley: without transaction
create index concurrently if not exists audit_entries_action_idx on audit_entries (action, entry_id);
