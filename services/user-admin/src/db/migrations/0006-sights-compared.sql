-- When a guest's sights were last compared with the owners of what they are made from: each guest once an hour, by
-- whichever replica comes first.
alter table watched_guests add column compared_at timestamptz not null default now();
