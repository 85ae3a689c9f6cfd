-- Whether the data of the account was deleted for good: its profile when it was deactivated, or everything when it was erased.
alter table users add column is_deleted boolean not null default false;

update users set is_deleted = true
 where not is_active
   and (user_id in (select user_id from erasures) or bot_owner_id in (select user_id from erasures));
