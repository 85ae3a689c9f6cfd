-- Identifies the organization for clients that draw pictures of people by themselves.
alter table organization add column organization_uuid uuid not null default gen_random_uuid();
