-- The ID with which messages begin is the start of the sequence, and an operator may choose it until the sequence is used
-- (PARLEY_FIRST_MESSAGE_ID, docs/decisions/moving-in.md). While `is_called` is false, no ID was taken and no boundary of a
-- subscription. The minimum 0 allows a boundary before the ID 1.
alter sequence message_ids minvalue 0;

do $$
begin
  -- Migration 0025 moved the sequence of deployments that had sent no message.
  if (select last_value from message_ids) >= 4398046511103 then
    alter sequence message_ids start with 4398046511104;
    if (select last_value = 4398046511103 and is_called from message_ids) and not exists (select from messages)
      and not exists (select from origins) and not exists (select from direct_conversations)
    then
      alter sequence message_ids restart;
    end if;
  end if;
end
$$;

-- As before, but a boundary that was handed out fixes where messages begin.
create or replace function take_boundary() returns bigint
  language plpgsql volatile security definer
  set search_path from current
as $$
begin
  perform log.take_order_lock();
  if not (select is_called from message_ids) then
    perform setval('message_ids', (select last_value - 1 from message_ids));
  end if;
  return (select last_value from message_ids);
end
$$;

-- Lets messages begin with an ID, unless IDs or boundaries were taken or messages imported. Returns the ID with which they begin.
create or replace function begin_message_ids(first bigint) returns bigint
  language plpgsql volatile
  set search_path from current
as $$
begin
  -- Sends and changes of subscriptions wait, and so do imports.
  perform log.take_order_lock();
  perform pg_advisory_xact_lock(7305806, 1);
  if not (select is_called from message_ids) and not exists (select from messages) then
    execute format('alter sequence message_ids start with %s restart', first);
  end if;
  return (select seqstart from pg_sequence where seqrelid = 'message_ids'::regclass);
end
$$;
revoke execute on function begin_message_ids(bigint) from public;
