-- The transactions in which a channel or its list of subscribers changed. A replica that has cached the channels of an earlier
-- snapshot reads only the channels that changed since then (docs/decisions/shared-registration.md).
create table channel_changes (
  channel_id bigint not null,
  changed_in xid8 not null default pg_current_xact_id(),
  changed_at timestamptz not null default now()
);

create index channel_changes_changed_in_idx on channel_changes (changed_in);
create index channel_changes_changed_at_idx on channel_changes (changed_at);

-- Deletes some rows that are older than two days. Replicas do not need them, because they read all channels when their cache is
-- older than a day. Each change calls this function.
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

-- Records channels whose lists of subscribers changed. Personal settings of subscriptions do not count, because each
-- registration reads its own. It uses EXCEPT instead of a join: the cached plan of a join would be made for few rows, and ten
-- thousand people may unsubscribe at once.
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
