import type { UserAdminServiceService } from '@parley/proto/useradmin/v1/user_admin';
import type { ScopedHandlers } from '../../../kernel/scoped-handlers.ts';
import type { Ctx } from '../../context.ts';
import { confirmAddress } from './confirm-address.ts';
import { createInvitationLink } from './create-invitation-link.ts';
import { getJoinOffer } from './get-join-offer.ts';
import { join } from './join.ts';
import { listInvitations } from './list-invitations.ts';
import { resendInvitation } from './resend-invitation.ts';
import { revokeInvitation } from './revoke-invitation.ts';
import { sendInvitations } from './send-invitations.ts';

/** RPCs about invitations and joining. */
export const joiningHandlers = {
  confirmAddress,
  createInvitationLink,
  getJoinOffer,
  join,
  listInvitations,
  resendInvitation,
  revokeInvitation,
  sendInvitations,
} satisfies Partial<ScopedHandlers<typeof UserAdminServiceService, Ctx>>;
