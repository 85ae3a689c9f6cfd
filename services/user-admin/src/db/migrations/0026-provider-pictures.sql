-- Pictures of people that identity providers send (docs/operations/sign-in.md#pictures).
create table provider_pictures (
  user_id bigint not null,
  -- 'oidc:company', 'saml:corp', 'ldap', 'scim'.
  method text not null,
  -- SHA-256 of the address. Null after the picture could not be loaded.
  digest bytea,
  -- A web address, or a data URL with the picture itself. Null when nothing is left to do.
  address text,
  replaces_own boolean not null default false,
  attempts int not null default 0,
  -- When a worker loads the picture. Null when nothing is left to do.
  due_at timestamptz,
  -- Path of the last picture from here that the account got.
  stored_path text,
  primary key (user_id, method)
);
create index provider_pictures_due_at_idx on provider_pictures (due_at) where due_at is not null;
