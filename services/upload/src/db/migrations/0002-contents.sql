-- Tables for the contents of files, for uploads, and for blobs to delete.

-- An upload, which may take several requests. The row stays for some time after the upload is complete. So a client that did
-- not receive the answer finds that it is complete.
create table uploads (
  upload_id text collate "C" primary key,
  owner_id bigint not null,
  file_name text not null,
  content_type text not null,
  -- Size that the client announced. Null for a form upload, whose size is known only at its end.
  size_bytes bigint check (size_bytes >= 0),
  -- Metadata of a resumable upload, which the client sends and gets back.
  metadata_json text not null default '',
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  attachment_id bigint
);
create index uploads_expires_at_idx on uploads (expires_at);
create index uploads_owner_id_idx on uploads (owner_id);

-- The parts of a content, each of which is one blob in the store. Blobs never change. `content_id` is the ID of the upload.
create table parts (
  content_id text collate "C" not null,
  start_offset bigint not null check (start_offset >= 0),
  size_bytes bigint not null check (size_bytes > 0),
  blob_key text collate "C" not null unique,
  primary key (content_id, start_offset)
);

-- Blobs to delete from the store. A blob is inserted here before it is written. The transaction that makes it a part of a
-- content removes it from here. So a blob that a crash leaves without a part is deleted later.
create table condemned_blobs (
  blob_key text collate "C" primary key,
  due_at timestamptz not null
);
create index condemned_blobs_due_at_idx on condemned_blobs (due_at);

alter table attachments add column content_id text collate "C" unique;
-- Time at which the last link to the file was removed; null while a message links to it.
alter table attachments add column unlinked_since timestamptz default now();
update attachments a set unlinked_since = null
 where exists (select 1 from attachment_messages m where m.attachment_id = a.attachment_id);
create index attachments_unlinked_since_idx on attachments (unlinked_since) where unlinked_since is not null;

-- Images that everyone may read: avatars, emoji and icons. They are small and are read by path.
create table images (
  path text collate "C" primary key,
  content_type text not null,
  content_id text collate "C" not null unique,
  size_bytes bigint not null check (size_bytes > 0),
  owner_id bigint not null,
  created_at timestamptz not null default now()
);

-- Size in pixels; null for files that have no thumbnails.
alter table attachments add column width int check (width > 0);
alter table attachments add column height int check (height > 0);

-- Thumbnails of files. A thumbnail is created when it is requested for the first time.
create table thumbnails (
  attachment_id bigint not null references attachments on delete cascade,
  format text not null,
  content_id text collate "C" not null unique,
  size_bytes bigint not null check (size_bytes > 0),
  primary key (attachment_id, format)
);
