-- Functions that all services use to write events to the write-ahead log.

create schema if not exists log;

create function log.refuse_event(size int) returns bytea
language plpgsql immutable as $$
begin
  raise exception 'event of % bytes is over the limit of 524288', size using errcode = 'program_limit_exceeded';
end
$$;

-- Writes an event to the write-ahead log, in a frame: version 1, transaction ID (8 bytes), ID of a row that the event is about
-- or 0 (8), start of the statement in microseconds since the Unix epoch (8), encoded event of at most 524288 bytes.
create function log.emit(body bytea, assigned_id bigint default 0) returns pg_lsn
language sql volatile
as $$
  select pg_logical_emit_message(
    true,
    'parley',
    '\x01'::bytea
      || int8send(pg_current_xact_id()::text::bigint)
      || int8send(assigned_id)
      || int8send((extract(epoch from statement_timestamp()) * 1000000)::bigint)
      || case when octet_length(body) > 524288 then log.refuse_event(octet_length(body)) else body end)
$$;

-- Takes the order lock until the transaction ends. Every send and every change of subscriptions takes it first. So message IDs,
-- subscription boundaries and commits have the same order.
create function log.take_order_lock() returns void
language sql volatile
as $$ select pg_advisory_xact_lock(7305804402) $$;

grant usage on schema log to public;
grant execute on all functions in schema log to public;
