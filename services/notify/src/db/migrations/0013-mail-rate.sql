-- When the next mail may be sent to the mail server, if the number of mails per minute is limited. All replicas share the only
-- row.
create table mail_rate (
  is_only boolean primary key default true check (is_only),
  next_at timestamptz not null
);
insert into mail_rate (next_at) values ('-infinity');
