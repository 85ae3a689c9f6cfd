-- When the next mail may be handed to the mail server, where the number of mails per minute is limited. One row, shared by replicas.
create table mail_rate (
  is_only boolean primary key default true check (is_only),
  next_at timestamptz not null
);
insert into mail_rate (next_at) values ('-infinity');
