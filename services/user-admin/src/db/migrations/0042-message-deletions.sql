-- Messages of deactivated people that are deleted in the background. A row is deleted when no such messages are left.
create table message_deletions (
  deletion_id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  -- The administrator who requested it.
  requested_by bigint not null,
  in_public_channels boolean not null,
  in_private_channels boolean not null,
  in_direct_messages boolean not null,
  requested_at timestamptz not null default now()
);
