-- How far a worker has decided about a message that concerns many people. It decides for some people at a time, and moves
-- the row in the transaction that stores what it decided for them.
create table decision_steps (
  worker text primary key,
  epoch text collate "C" not null,
  event_id bigint not null,
  -- Everybody up to this ID is decided.
  after_user_id bigint not null
);
