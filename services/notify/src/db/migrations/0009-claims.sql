-- The time of a claim is in no index. So a claim changes no index if the new version of the row fits into the row's
-- page (a heap-only tuple update). Replicas of the release before this migration claim by `due_at`, which all releases
-- respect.
alter table due_pushes add column claimed_until timestamptz;
alter table phone_pushes add column claimed_until timestamptz;
alter table due_pushes set (fillfactor = 70);
alter table phone_pushes set (fillfactor = 70);

-- The message of the event, whose decision is stored in steps.
alter table decision_steps add column message_id bigint;

-- A replica of the release before steps decides about a message from the start when it takes over, for everybody in one
-- transaction. People for whom a step was stored may have got their mail since, so this keeps them from a second one. It can go
-- when no release without steps runs any more.
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
