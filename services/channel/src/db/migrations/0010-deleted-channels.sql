-- The removal of an import deletes channels. Those without subscribers stayed in the cached lists of channels, because only the
-- deletion of subscriptions was noted.
create trigger channels_deleted after delete on channels referencing old table as changed
  for each statement execute function note_channel_changes();
