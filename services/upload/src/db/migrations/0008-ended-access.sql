-- Ends of access, which make signed addresses of files invalid that the person, or the administrators, got before.
create table ended_access (
  -- 0 stands for all administrators together.
  user_id bigint primary key,
  -- Number of the access that began then; 0 for the administrators.
  generation bigint not null,
  ended_at timestamptz not null
);
