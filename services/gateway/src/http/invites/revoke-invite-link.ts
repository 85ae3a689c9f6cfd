import { revoke } from './revoke.ts';

export const revokeInviteLink = revoke({
  path: '/invites/multiuse/{invite_id}',
  operation: 'revoke-invite-link',
  summary: 'A link to join with is worth nothing from here on.',
  isLink: true,
});
