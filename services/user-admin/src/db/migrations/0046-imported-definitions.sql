-- Profile fields and linkifiers that imports have brought, so that an import can be removed again.
create table imported_definitions (
  kind text not null check (kind in ('profile field', 'linkifier')),
  id bigint not null,
  import_id bigint not null,
  primary key (kind, id)
);
create index imported_definitions_import_id_idx on imported_definitions (import_id);

-- The steps of imports that are in the audit log, so that a repeated call writes no second entry.
create table recorded_imports (
  import_id bigint not null,
  step text not null,
  primary key (import_id, step)
);

-- Exports since a time, and in the forms of other products.
alter table exports add column since timestamptz, add column format text not null default 'parley'
  check (format in ('parley', 'zulip', 'mattermost'));

-- Keys of imported people who were erased, as hashes: a later import of the same source does not bring them back.
create table erased_imports (
  key_sha256 bytea primary key,
  user_id bigint not null,
  deletes_messages boolean not null
);
