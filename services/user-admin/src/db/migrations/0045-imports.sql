-- People, groups and emoji of imports (docs/decisions/moving-in.md): what a key of a source has become, so that a repeated import finds
-- it, and so that an import can be removed again.
create table imported_people (
  source text not null,
  source_key text not null,
  user_id bigint not null references users on delete cascade,
  -- The import that brought the key first.
  import_id bigint not null,
  -- Whether it created the account. Otherwise the account was there.
  is_created boolean not null,
  primary key (source, source_key)
);
create index imported_people_user_id_idx on imported_people (user_id);
create index imported_people_import_id_idx on imported_people (import_id);

-- Imports that use a person whom another import has brought. Such a person stays when the other one is removed.
create table import_uses (
  import_id bigint not null,
  user_id bigint not null references users on delete cascade,
  primary key (import_id, user_id)
);
create index import_uses_user_id_idx on import_uses (user_id);

create table imported_groups (
  source text not null,
  source_key text not null,
  group_id bigint not null references groups on delete cascade,
  import_id bigint not null,
  is_created boolean not null,
  primary key (source, source_key)
);
create index imported_groups_group_id_idx on imported_groups (group_id);

create table imported_emoji (
  emoji_id bigint primary key references emoji on delete cascade,
  import_id bigint not null
);
