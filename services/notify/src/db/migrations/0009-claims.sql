-- End of a claim. The column is in no index. So a claim changes no index if the new version of the row fits into the same page
-- (heap-only tuple update). Replicas of the previous release still claim with `due_at`, and all releases respect it.
alter table due_pushes add column claimed_until timestamptz;
alter table phone_pushes add column claimed_until timestamptz;
alter table due_pushes set (fillfactor = 70);
alter table phone_pushes set (fillfactor = 70);

-- ID of the event's message. Set while a decision is stored in steps.
alter table decision_steps add column message_id bigint;

-- A replica of the previous release does not know steps. When it takes over, it decides about the whole message in one
-- transaction. This trigger prevents a second mail to people for whom a step is already stored. Drop it when no such release
-- runs any more.
create function skip_decided() returns trigger language plpgsql as $$
begin
  delete from missed_messages m using stored s, decision_steps d
   where d.message_id = s.message_id and s.user_id <= d.after_user_id
     and m.user_id = s.user_id and m.message_id = s.message_id;
  return null;
end
$$;
create trigger missed_messages_skip_decided after insert on missed_messages
  referencing new table as stored for each statement execute function skip_decided();
