import { route } from '../../edge/declaration/route.ts';
import { revoke } from './revoke.ts';

export const revokeEmailInvite = route(
  revoke({
    path: '/invites/{invite_id}',
    operation: 'revoke-email-invite',
    summary: 'Revokes an invitation by mail.',
    isLink: false,
  }),
);
