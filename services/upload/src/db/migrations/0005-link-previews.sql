-- Cache of descriptions of linked pages. The title is empty when the page has no preview.
create table link_previews (
  url_sha256 text collate "C" primary key,
  title text not null,
  description text not null,
  picture_url text not null,
  expires_at timestamptz not null
);
create index link_previews_expires_at_idx on link_previews (expires_at);
