import { ok } from '../../edge/answer/envelope.ts';
import { boolean, freeText } from '../../edge/declaration/parameter.ts';
import { params } from '../../edge/declaration/params.ts';
import { route } from '../../edge/declaration/route.ts';
import { streamIds, termsOf, termsShape } from './terms.ts';

export const sendInvites = route({
  method: 'POST',
  path: '/invites',
  operation: 'send-invites',
  summary: 'Invites users by mail.',
  auth: 'required',
  params: params({
    invitee_emails: freeText().describe('Separated by commas, semicolons or newlines.'),
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
