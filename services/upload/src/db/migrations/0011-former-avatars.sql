-- The event of the log that announced the image as the avatar of its owner; null for images that never were one. An avatar with an
-- earlier event is replaced, and is deleted.
alter table images add column shown_epoch text;
alter table images add column shown_event_id bigint;

create index images_owner_id_created_at_idx on images (owner_id, created_at);
