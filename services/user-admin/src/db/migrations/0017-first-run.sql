-- Salt of the secret in the setup link. The row exists from the first start with an empty database until the organization is
-- created (docs/decisions/first-run.md).
create table first_run (
  is_only boolean primary key default true check (is_only),
  salt bytea not null
);
