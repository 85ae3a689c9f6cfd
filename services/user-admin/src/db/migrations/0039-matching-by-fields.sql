-- Whether clients find people by their value of the field, as they do by the name.
alter table profile_fields add column is_used_for_matching boolean not null default false;
