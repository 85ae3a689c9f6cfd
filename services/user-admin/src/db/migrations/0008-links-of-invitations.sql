-- The reusable link through which an address was confirmed. The confirmation becomes invalid when the link does.
alter table invitations add column link_id bigint references invitations;

-- The links of present confirmations are unknown, so these stay valid until they expire.
update invitations set link_id = invitation_id where invited_by is null and ended_at is null;

create index invitations_invited_by_idx on invitations (invited_by) where ended_at is null;
