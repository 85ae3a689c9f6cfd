-- Half of each page stays free. A claim updates a row, and PostgreSQL stores the new version in the same page if it has
-- room. Only then no index changes (a heap-only tuple update). With less free space only some claims found room.
alter table due_pushes set (fillfactor = 50);
alter table phone_pushes set (fillfactor = 50);
