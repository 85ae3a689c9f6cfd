-- Whom each guest shares a channel or a direct conversation with. Other services own these facts; what is here is
-- compared with them, and follows the log.
create table sights (
  guest_id bigint not null references users,
  user_id bigint not null references users,
  primary key (guest_id, user_id)
);
create index sights_user_id_idx on sights (user_id);

-- Guests whose sights are kept.
create table watched_guests (
  guest_id bigint primary key references users,
  -- Whether their clients were told of those people alone.
  is_limited boolean not null
);
