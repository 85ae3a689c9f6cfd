-- The link for many through which an address was confirmed: what is confirmed ends with it.
alter table invitations add column link_id bigint references invitations;

-- Of those that are open it is not known which link it was: they stay as they are until they expire.
update invitations set link_id = invitation_id where invited_by is null and ended_at is null;

create index invitations_invited_by_idx on invitations (invited_by) where ended_at is null;
