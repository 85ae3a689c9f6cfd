import { searchMatchSchema } from '@parley/api';
import { z } from 'zod';
import { ok, raw } from '../../edge/answer/envelope.ts';
import { json, oneOf } from '../../edge/declaration/parameter.ts';
import { params } from '../../edge/declaration/params.ts';
import { route } from '../../edge/declaration/route.ts';
import { messageIdSchema } from '../schemas.ts';
import { narrowSchema, toNarrowTerms } from './narrow.ts';

/** Maximum number of messages in one request (docs/api/requests.md#limits). */
const maxMessages = 5_000;

export const checkMessagesMatchNarrow = route({
  method: 'GET',
  path: '/messages/matches_narrow',
  operation: 'check-messages-match-narrow',
  summary: 'Says which of the messages match a narrow.',
  auth: 'required',
  awaits: 'facts',
  params: params({
    msg_ids: json(z.array(messageIdSchema).max(maxMessages)),
    narrow: json(narrowSchema),
    sort: oneOf(['newest', 'relevance'])
      .default('newest')
      .describe('Accepted, because the answer has no order.'),
  }),
  answer: z.strictObject({ messages: z.record(z.string(), searchMatchSchema) }),
  async handle(ctx, values, { call }) {
    const { messagesJson } = await ctx.rpc.messaging.matchNarrow(
      { messageIds: values.msg_ids, narrow: toNarrowTerms(values.narrow) },
      call,
    );
    return ok({ messages: raw(messagesJson) });
  },
});
