-- The import that brought a message; null for messages that were sent.
alter table messages add column import_id bigint;

-- IDs of imported messages follow from their times (milliseconds since 1970) and lie below those of messages that were sent, so that
-- every list sorts all messages by time (docs/decisions/moving-in.md). An organization that has sent no message begins above that
-- range: at 2^42, a time in the year 2109. One that began at 1 stays as it is.
do $$
begin
  if not (select is_called from message_ids) then
    perform setval('message_ids', 4398046511103);
  end if;
end
$$;
