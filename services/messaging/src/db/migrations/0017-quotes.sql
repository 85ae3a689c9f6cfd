-- Messages in which the server quotes texts of people: reminders that were sent, and reports. When a person is erased with their
-- messages, these messages are deleted, too.
create table quotes (
  message_id bigint not null,
  -- The person whose text the message contains.
  user_id bigint not null,
  primary key (message_id, user_id)
);
create index quotes_user_id_idx on quotes (user_id);
