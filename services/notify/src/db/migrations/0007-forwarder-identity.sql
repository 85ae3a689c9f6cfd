-- The secret from which the names of the organization and its people at the forwarding service of push notifications are
-- derived. It is stored once, so that the names stay when PARLEY_SECRET_KEY changes.
create table forwarder_identity (
  is_only boolean primary key default true check (is_only),
  secret bytea not null
);
-- The names were derived from PARLEY_SECRET_KEY before, so the forwarding service gets to know the phones again.
update phones set next_attempt_at = now(), attempts = 0 where kind = 'token';
