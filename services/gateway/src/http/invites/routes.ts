import type { AnyRoute } from '../../edge/route.ts';
import { createInviteLink } from './create-invite-link.ts';
import { getInvites } from './get-invites.ts';
import { resendEmailInvite } from './resend-email-invite.ts';
import { revokeEmailInvite } from './revoke-email-invite.ts';
import { revokeInviteLink } from './revoke-invite-link.ts';
import { sendInvites } from './send-invites.ts';

/** Routes of invitations. */
export const invitesRoutes: readonly AnyRoute[] = [
  getInvites,
  sendInvites,
  createInviteLink,
  revokeEmailInvite,
  revokeInviteLink,
  resendEmailInvite,
];
