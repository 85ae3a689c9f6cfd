import type { UserAdminServiceService } from '@parley/proto/useradmin/v1/user_admin';
import type { Handlers } from '@parley/rpc';
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
export const joiningHandlers = (ctx: Ctx) =>
  ({
    confirmAddress: (request) => confirmAddress(ctx, request),
    createInvitationLink: (request, call) => createInvitationLink(ctx, request, call),
    getJoinOffer: (request) => getJoinOffer(ctx, request),
    join: (request, call) => join(ctx, request, call),
    listInvitations: (request, call) => listInvitations(ctx, request, call),
    resendInvitation: (request, call) => resendInvitation(ctx, request, call),
    revokeInvitation: (request, call) => revokeInvitation(ctx, request, call),
    sendInvitations: (request, call) => sendInvitations(ctx, request, call),
  }) satisfies Partial<Handlers<typeof UserAdminServiceService>>;
