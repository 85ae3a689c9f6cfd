import { ok } from '../../edge/answer/envelope.ts';
import { params } from '../../edge/declaration/params.ts';
import { route } from '../../edge/declaration/route.ts';
import { inviteId } from './invite-id.ts';

export const resendEmailInvite = route({
  method: 'POST',
  path: '/invites/{invite_id}/resend',
  operation: 'resend-email-invite',
  summary: 'Resends an invitation mail with a new link.',
  auth: 'required',
  params: params({ invite_id: inviteId() }),
  async handle(ctx, { invite_id }, { call }) {
    await ctx.rpc.userAdmin.resendInvitation({ invitationId: invite_id }, call);
    return ok();
  },
});
