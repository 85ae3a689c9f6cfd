-- The people whom each guest may see because they share a channel or a direct conversation. This is a copy of data that other
-- services own. It is updated from the event log and compared with these services.
create table sights (
  guest_id bigint not null references users,
  user_id bigint not null references users,
  primary key (guest_id, user_id)
);
create index sights_user_id_idx on sights (user_id);

-- Guests for whom `sights` is complete.
create table watched_guests (
  guest_id bigint primary key references users,
  -- Whether the guest's clients were last notified that the guest may see only these people.
  is_limited boolean not null
);
