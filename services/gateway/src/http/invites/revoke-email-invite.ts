import { revoke } from './revoke.ts';

export const revokeEmailInvite = revoke({
  path: '/invites/{invite_id}',
  operation: 'revoke-email-invite',
  summary: 'An invitation is worth nothing from here on.',
  isLink: false,
});
