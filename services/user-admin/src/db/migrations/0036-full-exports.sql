-- 3: all private data, also of people who do not consent. The previous release leaves such exports to the next one, because it
-- shows and makes only the types that it knows.
alter table exports drop constraint exports_export_type_check;
alter table exports add constraint exports_export_type_check check (export_type in (1, 2, 3));
