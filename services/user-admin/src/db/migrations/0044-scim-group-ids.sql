-- In provisioning (SCIM), an ID must be unique among people and groups (RFC 7643, section 3.1). Groups that exist keep their number as
-- ID, because identity providers have stored it. Groups of the previous release, too: the default applies to them.
alter table groups add column has_plain_scim_id boolean not null default true;
