-- Archives of exports of the organization, whose state user-admin keeps. A later attempt replaces the archive of an
-- earlier one. Their bytes do not count for the organization's quota.
create table exports (
  export_id bigint primary key,
  attempt int not null,
  content_id text collate "C" not null unique,
  size_bytes bigint not null check (size_bytes > 0),
  expires_at timestamptz not null
);
create index exports_expires_at_idx on exports (expires_at);
