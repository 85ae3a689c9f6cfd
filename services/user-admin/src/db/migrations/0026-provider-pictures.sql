-- Profile pictures that identity providers send (docs/operations/sign-in.md#pictures).
create table provider_pictures (
  user_id bigint not null,
  -- Provider that sent the picture: 'oidc:company', 'saml:corp', 'ldap', 'scim'.
  method text not null,
  -- SHA-256 of the address that the provider sent last. The same address is not loaded again, unless this is null: the
  -- attempts to load the picture have failed.
  digest bytea,
  -- URL of the picture, or a data URL that contains it. Null when there is nothing to load.
  address text,
  replaces_own boolean not null default false,
  attempts int not null default 0,
  -- When a worker loads the picture. Null when there is nothing to load.
  due_at timestamptz,
  -- Path of the last picture of this provider that became the account's picture.
  stored_path text,
  primary key (user_id, method)
);
create index provider_pictures_due_at_idx on provider_pictures (due_at) where due_at is not null;
