-- Archives of exports of the organization. user-admin stores the state of exports. The archive of a later attempt replaces that
-- of an earlier one. Archives do not count for the organization's quota.
create table exports (
  export_id bigint primary key,
  attempt int not null,
  content_id text collate "C" not null unique,
  size_bytes bigint not null check (size_bytes > 0),
  expires_at timestamptz not null
);
create index exports_expires_at_idx on exports (expires_at);
