-- Counts the sizes of all files of a statement together. Imports store a hundred files at once, and each change of the only row of
-- `storage_usage` leaves a version of it behind.
create function count_added_storage() returns trigger language plpgsql as $$
begin
  update storage_usage set used_bytes = used_bytes + added.bytes
    from (select sum(size_bytes) as bytes from added_files) added where added.bytes is not null;
  return null;
end
$$;
create function count_removed_storage() returns trigger language plpgsql as $$
begin
  update storage_usage set used_bytes = used_bytes - removed.bytes
    from (select sum(size_bytes) as bytes from removed_files) removed where removed.bytes is not null;
  return null;
end
$$;

drop trigger attachments_storage on attachments;
create trigger attachments_storage_added after insert on attachments referencing new table as added_files
  for each statement execute function count_added_storage();
create trigger attachments_storage_removed after delete on attachments referencing old table as removed_files
  for each statement execute function count_removed_storage();
create trigger attachments_storage_changed after update of size_bytes on attachments
  for each row execute function count_storage();
