-- parley: without transaction
-- The index on `lower(full_name)` is for processes of the release before this one.
create index concurrently if not exists users_folded_name_idx on users (fold_name(full_name))
