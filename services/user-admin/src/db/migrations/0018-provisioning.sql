-- Synchronization with LDAP directories, and the limit for deactivations by provisioning.

-- Whether a synchronization has deactivated the account because its entry is missing in the directory.
alter table external_identities add column is_absent boolean not null default false;

-- People whom provisioning by SCIM has deactivated within the last day.
create table provisioned_deactivations (
  user_id bigint primary key references users on delete cascade,
  deactivated_at timestamptz not null default now()
);

create index provisioned_deactivations_deactivated_at_idx on provisioned_deactivations (deactivated_at);

-- One row: the number of further people whom provisioning may deactivate because an operator allowed it, and when owners were
-- last notified that the limit was reached.
create table provisioning_limit (
  is_only boolean primary key default true check (is_only),
  allowed_people integer not null default 0,
  allowed_until timestamptz not null default now(),
  owners_notified_at timestamptz
);

insert into provisioning_limit default values;

create index scim_users_deleted_idx on scim_users (user_id) where deleted_at is not null;
