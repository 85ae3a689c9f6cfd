import { ok, raw } from '../../edge/envelope.ts';
import { boolean, freeText, integer } from '../../edge/parameter.ts';
import { params } from '../../edge/params.ts';
import { route } from '../../edge/route.ts';
import { streamIds, termsOf, termsShape } from './terms.ts';

const inviteId = () => integer({ min: 0 }).inPath();

export const getInvites = route({
  method: 'GET',
  path: '/invites',
  operation: 'get-invites',
  summary: 'Open invitations: one’s own, and everybody’s for administrators.',
  auth: 'required',
  params: params({}),
  async handle(ctx, _values, { call }) {
    const { invitesJson } = await ctx.rpc.userAdmin.listInvitations({}, call, { idempotent: true });
    return ok({ invites: raw(invitesJson) });
  },
});

export const sendInvites = route({
  method: 'POST',
  path: '/invites',
  operation: 'send-invites',
  summary: 'Invites people by mail (specification, 8).',
  auth: 'required',
  params: params({
    invitee_emails: freeText().describe('Separated by commas or newlines.'),
    stream_ids: streamIds(),
    notify_referrer_on_join: boolean().default(true),
    ...termsShape,
  }),
  async handle(ctx, values, { call }) {
    await ctx.rpc.userAdmin.sendInvitations(
      {
        emails: values.invitee_emails,
        terms: termsOf(values),
        notifyReferrer: values.notify_referrer_on_join,
      },
      call,
    );
    return ok();
  },
});

export const createInviteLink = route({
  method: 'POST',
  path: '/invites/multiuse',
  operation: 'create-invite-link',
  summary: 'A link that many people may join with.',
  auth: 'required',
  params: params({ stream_ids: streamIds().default([]), ...termsShape }),
  async handle(ctx, values, { call }) {
    const { link } = await ctx.rpc.userAdmin.createInvitationLink({ terms: termsOf(values) }, call);
    return ok({ invite_link: link });
  },
});

const revoke = (kind: { path: string; operation: string; summary: string; isLink: boolean }) =>
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

export const revokeEmailInvite = revoke({
  path: '/invites/{invite_id}',
  operation: 'revoke-email-invite',
  summary: 'An invitation is worth nothing from here on.',
  isLink: false,
});

export const revokeInviteLink = revoke({
  path: '/invites/multiuse/{invite_id}',
  operation: 'revoke-invite-link',
  summary: 'A link to join with is worth nothing from here on.',
  isLink: true,
});

export const resendEmailInvite = route({
  method: 'POST',
  path: '/invites/{invite_id}/resend',
  operation: 'resend-email-invite',
  summary: 'The mail of an invitation once more, with a new link.',
  auth: 'required',
  params: params({ invite_id: inviteId() }),
  async handle(ctx, { invite_id }, { call }) {
    await ctx.rpc.userAdmin.resendInvitation({ invitationId: invite_id }, call);
    return ok();
  },
});
