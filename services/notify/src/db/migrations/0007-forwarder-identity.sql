-- Secret from which this server derives the UUIDs of the organization and its people for the forwarding service of push
-- notifications. It is stored, so that the UUIDs stay the same when PARLEY_SECRET_KEY changes.
create table forwarder_identity (
  is_only boolean primary key default true check (is_only),
  secret bytea not null
);
-- The UUIDs were derived from PARLEY_SECRET_KEY before. They change with this migration, so all phones are registered again.
update phones set next_attempt_at = now(), attempts = 0 where kind = 'token';
