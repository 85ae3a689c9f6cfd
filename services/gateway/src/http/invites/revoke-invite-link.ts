import { route } from '../../edge/declaration/route.ts';
import { revoke } from './revoke.ts';

export const revokeInviteLink = route(
  revoke({
    path: '/invites/multiuse/{invite_id}',
    operation: 'revoke-invite-link',
    summary: 'Revokes an invitation link.',
    isLink: true,
  }),
);
