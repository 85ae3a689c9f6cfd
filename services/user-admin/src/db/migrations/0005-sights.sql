-- The people whom each guest may see, because they share a channel or a direct conversation. Other services own these
-- facts. This copy follows the log and is compared with the owners.
create table sights (
  guest_id bigint not null references users,
  user_id bigint not null references users,
  primary key (guest_id, user_id)
);
create index sights_user_id_idx on sights (user_id);

-- Guests for whom this copy exists.
create table watched_guests (
  guest_id bigint primary key references users,
  -- Whether the guest's clients were notified of these people only.
  is_limited boolean not null
);
