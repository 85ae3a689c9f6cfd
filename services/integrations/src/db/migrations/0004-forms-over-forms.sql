-- Forms that an app names itself, and forms over another one: the form below, and the lowest one (itself when empty).

alter table app_views add column external_id text not null default '';
alter table app_views add column previous_view_id text not null default '';
alter table app_views add column root_view_id text not null default '';
create index app_views_external_id_idx on app_views (app_id, external_id) where external_id <> '';
