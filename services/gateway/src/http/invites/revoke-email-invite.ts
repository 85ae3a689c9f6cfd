import { revoke } from './revoke.ts';

export const revokeEmailInvite = revoke({
  path: '/invites/{invite_id}',
  operation: 'revoke-email-invite',
  summary: 'Revokes an invitation by mail.',
  isLink: false,
});
