-- Tokens of Zoom accounts that people have connected (docs/operations/video-calls.md).
create table zoom_tokens (
  user_id bigint primary key references users on delete cascade,
  -- Encrypted access token, refresh token and expiry time.
  token_sealed bytea not null
);
