-- Data that a provisioning client (SCIM) stores with accounts and groups, in addition to their own properties.

create table scim_users (
  user_id bigint primary key references users on delete cascade,
  user_name text not null,
  user_name_key text not null unique,
  external_id text,
  -- The parts of the name, as the client sent them.
  attributes jsonb not null default '{}',
  -- When the client deleted the person; null otherwise. The account is kept, but deactivated.
  deleted_at timestamptz,
  changed_at timestamptz not null default now()
);

create index scim_users_external_id_idx on scim_users (external_id) where external_id is not null;

create table scim_groups (
  group_id bigint primary key references groups on delete cascade,
  external_id text,
  changed_at timestamptz not null default now()
);
