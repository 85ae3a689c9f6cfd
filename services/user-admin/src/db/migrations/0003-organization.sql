-- What administrators define for the organization, and people's personal lists and presence.

create table linkifiers (
  linkifier_id bigint generated always as identity primary key,
  pattern text not null unique,
  url_template text not null,
  reverse_template text,
  alternative_url_templates text[] not null default '{}',
  position int not null
);

create table playgrounds (
  playground_id bigint generated always as identity primary key,
  name text not null,
  language text not null,
  url_template text not null,
  unique (language, name)
);

-- Permitted domains of new people's addresses, in lower case.
create table domains (
  domain text primary key,
  allow_subdomains boolean not null
);

-- Custom profile fields.
create table profile_fields (
  field_id bigint generated always as identity primary key,
  field_type smallint not null check (field_type between 1 and 8),
  name text not null,
  name_key text not null unique,
  hint text not null default '',
  -- JSON in the form of the API, for lists of choices and external accounts; otherwise empty.
  field_data text not null default '',
  display_in_profile_summary boolean not null default false,
  is_required boolean not null default false,
  is_editable_by_user boolean not null default true,
  position int not null
);

create table navigation_views (
  user_id bigint not null references users on delete cascade,
  fragment text not null,
  is_pinned boolean not null,
  -- Null for built-in views.
  name text,
  primary key (user_id, fragment)
);

-- Statuses. A person without a status has no row. Columns without a value are empty strings.
create table user_statuses (
  user_id bigint primary key references users on delete cascade,
  status_text text not null,
  emoji_name text not null,
  emoji_code text not null,
  reaction_type text not null
);

create table alert_words (
  user_id bigint not null references users on delete cascade,
  word_key text not null,
  word text not null,
  primary key (user_id, word_key)
);

create table muted_users (
  user_id bigint not null references users on delete cascade,
  muted_user_id bigint not null references users on delete cascade,
  muted_at timestamptz not null default date_trunc('second', now()),
  primary key (user_id, muted_user_id)
);

-- Introductions that a person has already seen.
create table finished_onboarding_steps (
  user_id bigint not null references users on delete cascade,
  step text not null,
  primary key (user_id, step)
);

-- Presence. It is ephemeral, because clients report it at least once a minute. So the table is unlogged: after a crash of the
-- database it is empty until the next reports. It has no foreign key to `users`.
create unlogged table presences (
  user_id bigint primary key,
  -- In whole seconds since the Unix epoch; 0 for never.
  active_at bigint not null,
  idle_at bigint not null,
  -- Number of the write. The numbers are in the order in which writes became visible.
  update_id bigint not null
);

create index presences_update_id_idx on presences (update_id, user_id);
create index user_settings_invisible_idx on user_settings (user_id) where settings ->> 'presence_enabled' = 'false';
create sequence presence_updates;
