-- Texts that bots store for themselves, by key.
create table bot_storage (
  user_id bigint not null references users on delete cascade,
  key text not null,
  value text not null,
  primary key (user_id, key)
);
