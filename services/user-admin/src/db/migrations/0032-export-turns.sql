-- Several exports may be pending. They are made one after the other, those of one person separately from those of others.
drop index exports_pending_idx;
create index exports_pending_turn_idx on exports (export_id) where due_at is not null;
drop index person_exports_pending_idx;
create index person_exports_pending_turn_idx on person_exports (user_id, export_id) where due_at is not null;
