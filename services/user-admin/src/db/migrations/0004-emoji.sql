-- Custom emoji. The rows of deactivated emoji are kept, because old messages and reactions still show them.
create table emoji (
  emoji_id bigint generated always as identity primary key,
  name text not null,
  -- Paths below the server's URL. `still_path` is a single frame of an animated emoji.
  path text not null,
  still_path text,
  author_id bigint references users,
  is_deactivated boolean not null default false
);

create unique index emoji_name_idx on emoji (name) where not is_deactivated;
