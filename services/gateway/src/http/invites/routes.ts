import type { AnyRoute } from '../../edge/route.ts';
import {
  createInviteLink,
  getInvites,
  resendEmailInvite,
  revokeEmailInvite,
  revokeInviteLink,
  sendInvites,
} from './invites.ts';

/** How people join. */
export const invitesRoutes: readonly AnyRoute[] = [
  getInvites,
  sendInvites,
  createInviteLink,
  revokeEmailInvite,
  revokeInviteLink,
  resendEmailInvite,
];
