-- A bot is never an owner of the organization. The service gives bots that are owners the role of an administrator when it
-- starts, because other services must receive an event for it. The constraint is not valid, so it does not check these rows
-- before that.
alter table users add constraint users_bots_are_no_owners_check check (role <> 100 or bot_type is null) not valid;
