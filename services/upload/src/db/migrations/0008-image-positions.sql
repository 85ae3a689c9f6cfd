-- The organization's setting `remove_image_positions`, as the log announced it last. Without a row, its default applies.
-- `epoch` and `event_id` are those of the announcement, so that a repeated older one changes nothing.
create table image_positions (
  is_only boolean primary key default true check (is_only),
  are_removed boolean not null,
  epoch text not null,
  event_id bigint not null
);
