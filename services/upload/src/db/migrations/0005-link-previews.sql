-- What pages of other hosts say about themselves. An empty title: the page has no preview. All of it can be requested again.
create table link_previews (
  url_sha256 text collate "C" primary key,
  title text not null,
  description text not null,
  picture_url text not null,
  expires_at timestamptz not null
);
create index link_previews_expires_at_idx on link_previews (expires_at);
