-- Half of each page stays free for the claims of its rows. With less, only some claims fit beside the row and change no index.
alter table due_pushes set (fillfactor = 50);
alter table phone_pushes set (fillfactor = 50);
