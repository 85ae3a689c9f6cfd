import { ok } from '../../edge/answer/envelope.ts';
import { params } from '../../edge/declaration/params.ts';
import { route } from '../../edge/declaration/route.ts';
import { inviteId } from './invite-id.ts';

export const revoke = (kind: { path: string; operation: string; summary: string; isLink: boolean }) =>
  route({
    method: 'DELETE',
    path: kind.path,
    operation: kind.operation,
    summary: kind.summary,
    auth: 'required',
    params: params({ invite_id: inviteId() }),
    async handle(ctx, { invite_id }, { call }) {
      await ctx.rpc.userAdmin.revokeInvitation({ invitationId: invite_id, isLink: kind.isLink }, call);
      return ok();
    },
  });
