-- For a row that confirms the address of a new person: the reusable invitation link with which the person joins. When the link
-- becomes invalid, the confirmation also does.
alter table invitations add column link_id bigint references invitations;

-- The links of existing confirmations are unknown. They refer to themselves, so that they stay valid until they expire.
update invitations set link_id = invitation_id where invited_by is null and ended_at is null;

create index invitations_invited_by_idx on invitations (invited_by) where ended_at is null;
