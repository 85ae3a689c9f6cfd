-- Progress of the decision about a message that concerns many people. A worker decides for some people at a time. One
-- transaction stores the notifications of these people and updates this row.
create table decision_steps (
  worker text primary key,
  epoch text collate "C" not null,
  event_id bigint not null,
  -- The worker has decided for the people with IDs up to this one.
  after_user_id bigint not null
);
