import { credential } from '@parley/api';
import { handOut } from '@parley/rules';
import { z } from 'zod';
import { ok } from '../../edge/answer/envelope.ts';
import { integer } from '../../edge/declaration/parameter.ts';
import { params } from '../../edge/declaration/params.ts';
import { route } from '../../edge/declaration/route.ts';

export const getStreamEmailAddress = route({
  method: 'GET',
  path: '/streams/{stream_id}/email_address',
  operation: 'get-stream-email-address',
  summary: 'Returns the email address that posts to a channel; empty when the server receives no mail.',
  auth: 'required',
  leavesAccess: true,
  params: params({
    stream_id: integer({ min: 0 }).inPath(),
    sender_id: integer({ min: 1 }).optional().describe('Sender of the messages; the caller by default.'),
  }),
  answer: z.strictObject({
    /** Empty when the server receives no mail. */
    email: credential('channel mail address'),
  }),
  async handle(ctx, values, { call }) {
    const request = { channelId: values.stream_id, senderId: values.sender_id ?? 0 };
    const { email } = await ctx.rpc.notify.getChannelAddress(request, call);
    return ok({ email: handOut('channel mail address', email, call.principal) });
  },
});
