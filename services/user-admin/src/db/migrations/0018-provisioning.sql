-- Synchronization with directories, and the limit of people whom provisioning deactivates.

-- Set when a synchronization deactivated the account because the directory no longer had its entry.
alter table external_identities add column is_absent boolean not null default false;

-- People whom provisioning (SCIM) deactivated within the last day.
create table provisioned_deactivations (
  user_id bigint primary key references users on delete cascade,
  deactivated_at timestamptz not null default now()
);

create index provisioned_deactivations_deactivated_at_idx on provisioned_deactivations (deactivated_at);

-- One row: how many more people an operator lets provisioning deactivate, and when owners were last notified of the limit.
create table provisioning_limit (
  is_only boolean primary key default true check (is_only),
  allowed_people integer not null default 0,
  allowed_until timestamptz not null default now(),
  owners_notified_at timestamptz
);

insert into provisioning_limit default values;

create index scim_users_deleted_idx on scim_users (user_id) where deleted_at is not null;
