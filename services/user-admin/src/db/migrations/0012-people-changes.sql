-- Changes of the list of people: which row changed in which transaction. A replica that has the list as of an older snapshot
-- reads only the people who have changed since (docs/decisions/shared-registration.md).
create table people_changes (
  user_id bigint not null,
  changed_in xid8 not null default pg_current_xact_id(),
  changed_at timestamptz not null default now()
);

create index people_changes_changed_in_idx on people_changes (changed_in);
create index people_changes_changed_at_idx on people_changes (changed_at);

-- Replicas read the whole list again when theirs is older than a day, so older rows are not needed. Each change deletes some of
-- them.
create function note_people_changes() returns trigger language plpgsql set search_path from current as $$
begin
  insert into people_changes (user_id) select distinct user_id from changed;
  delete from people_changes where ctid = any (array(
    select ctid from people_changes where changed_at < now() - interval '2 days' limit 100 for update skip locked));
  return null;
end
$$;

create trigger users_inserted after insert on users referencing new table as changed
  for each statement execute function note_people_changes();
create trigger users_updated after update on users referencing new table as changed
  for each statement execute function note_people_changes();
create trigger users_deleted after delete on users referencing old table as changed
  for each statement execute function note_people_changes();
create trigger profile_values_inserted after insert on profile_values referencing new table as changed
  for each statement execute function note_people_changes();
create trigger profile_values_updated after update on profile_values referencing new table as changed
  for each statement execute function note_people_changes();
create trigger profile_values_deleted after delete on profile_values referencing old table as changed
  for each statement execute function note_people_changes();
