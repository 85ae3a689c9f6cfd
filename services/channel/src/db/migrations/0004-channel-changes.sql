-- Which channels, or lists of their subscribers, changed in which transaction. A replica that holds the channels of an earlier
-- snapshot reads only those that changed since (docs/decisions/shared-registration.md).
create table channel_changes (
  channel_id bigint not null,
  changed_in xid8 not null default pg_current_xact_id(),
  changed_at timestamptz not null default now()
);

create index channel_changes_changed_in_idx on channel_changes (changed_in);
create index channel_changes_changed_at_idx on channel_changes (changed_at);

-- Replicas read all channels when theirs are older than a day, so older rows are not needed. Each change deletes a few of them.
create function delete_old_channel_changes() returns void language sql set search_path from current as $$
  delete from channel_changes where ctid = any (array(
    select ctid from channel_changes where changed_at < now() - interval '2 days' limit 100 for update skip locked));
$$;

create function note_channel_changes() returns trigger language plpgsql set search_path from current as $$
begin
  insert into channel_changes (channel_id) select distinct channel_id from changed;
  perform delete_old_channel_changes();
  return null;
end
$$;

-- Personal settings of a subscription do not count: each registration reads its own. No join: its plan is made for few rows and
-- kept, and ten thousand people may leave at once.
create function note_subscriber_changes() returns trigger language plpgsql set search_path from current as $$
begin
  insert into channel_changes (channel_id)
    select distinct channel_id from (
      (select channel_id, user_id from changed where is_subscribed and is_user_active
       except select channel_id, user_id from unchanged where is_subscribed and is_user_active)
      union all
      (select channel_id, user_id from unchanged where is_subscribed and is_user_active
       except select channel_id, user_id from changed where is_subscribed and is_user_active)) as listed_or_not;
  perform delete_old_channel_changes();
  return null;
end
$$;

create trigger channels_inserted after insert on channels referencing new table as changed
  for each statement execute function note_channel_changes();
create trigger channels_updated after update on channels referencing new table as changed
  for each statement execute function note_channel_changes();
create trigger channel_traffic_inserted after insert on channel_traffic referencing new table as changed
  for each statement execute function note_channel_changes();
create trigger channel_traffic_updated after update on channel_traffic referencing new table as changed
  for each statement execute function note_channel_changes();
create trigger subscriptions_inserted after insert on subscriptions referencing new table as changed
  for each statement execute function note_channel_changes();
create trigger subscriptions_updated after update on subscriptions
  referencing new table as changed old table as unchanged
  for each statement execute function note_subscriber_changes();
create trigger subscriptions_deleted after delete on subscriptions referencing old table as changed
  for each statement execute function note_channel_changes();
