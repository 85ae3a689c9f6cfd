-- Cache of pictures of other hosts, which readers of messages load through this server.
create table external_pictures (
  url_sha256 text collate "C" primary key,
  content_id text collate "C" not null unique,
  content_type text not null,
  size_bytes bigint not null check (size_bytes > 0),
  expires_at timestamptz not null
);
create index external_pictures_expires_at_idx on external_pictures (expires_at);
