-- Tables for uploaded files, and for the messages that link to them.

create table attachments (
  attachment_id bigint generated always as identity primary key,
  owner_id bigint not null,
  -- The name with which clients show and download the file.
  file_name text not null,
  -- The part of the file's URL after /user_uploads/: organization, random part, file name.
  path_id text collate "C" not null unique,
  content_type text not null,
  size_bytes bigint not null check (size_bytes >= 0),
  created_at timestamptz not null default now()
);
create index attachments_owner_id_idx on attachments (owner_id, attachment_id);

-- Messages that link to a file. The time of the message is copied, so that lists of files need no call of messaging.
create table attachment_messages (
  attachment_id bigint not null references attachments on delete cascade,
  message_id bigint not null,
  sent_at timestamptz not null,
  primary key (attachment_id, message_id)
);
create index attachment_messages_message_id_idx on attachment_messages (message_id);

-- The size of all files of the organization. Triggers update the only row, so that no statement can forget to do it.
create table storage_usage (
  only_row boolean primary key default true check (only_row),
  used_bytes bigint not null
);
insert into storage_usage (used_bytes) values (0);

create function count_storage() returns trigger language plpgsql as $$
begin
  update storage_usage set used_bytes = used_bytes
    + case when tg_op = 'DELETE' then 0 else new.size_bytes end
    - case when tg_op = 'INSERT' then 0 else old.size_bytes end;
  return null;
end
$$;
create trigger attachments_storage after insert or delete or update of size_bytes on attachments
  for each row execute function count_storage();
