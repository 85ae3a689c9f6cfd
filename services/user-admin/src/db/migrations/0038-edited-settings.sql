-- Names of the settings that the person has changed. Administrators can leave these out when they change settings of others.
-- Of earlier changes, those count that differ from the defaults with which new people start.
alter table user_settings add column edited_names text[] not null default '{}';
update user_settings s set edited_names = array(
  select e.key from jsonb_each(s.settings) e
   where e.value is distinct from (select o.user_settings_defaults -> e.key from organization o) order by e.key);
