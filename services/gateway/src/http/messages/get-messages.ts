import { messageSchema } from '@parley/api';
import { errors, errorText } from '@parley/core';
import { z } from 'zod';
import { ok, raw } from '../../edge/answer/envelope.ts';
import { clientGravatar } from '../../edge/declaration/client-gravatar.ts';
import { boolean, integer, json, oneOf, text } from '../../edge/declaration/parameter.ts';
import { params } from '../../edge/declaration/params.ts';
import { route } from '../../edge/declaration/route.ts';
import { messageIdSchema } from '../schemas.ts';
import { readAnchor } from './anchor.ts';
import { narrowSchema, toNarrowTerms } from './narrow.ts';

/** Maximum number of messages in one answer (docs/api/requests.md#limits). */
const maxMessages = 5_000;

export const getMessages = route({
  method: 'GET',
  path: '/messages',
  operation: 'get-messages',
  summary: 'Returns messages around an anchor, or by ID, that match a narrow.',
  auth: 'optional',
  awaits: 'facts',
  params: params({
    anchor: text().optional().describe('A message ID, `newest`, `oldest`, `first_unread` or `date`.'),
    include_anchor: boolean().optional().assumes(true),
    anchor_date: text().optional().describe('ISO 8601, for the anchor `date`.'),
    num_before: integer({ min: 0, max: maxMessages }).optional(),
    num_after: integer({ min: 0, max: maxMessages }).optional(),
    narrow: json(narrowSchema).default([]),
    client_gravatar: clientGravatar(),
    apply_markdown: boolean().default(true),
    use_first_unread_anchor: boolean().optional().assumes(false).deprecated(),
    message_ids: json(z.array(messageIdSchema).max(maxMessages)).optional(),
    allow_empty_topic_name: boolean().default(false),
    sort: oneOf(['newest', 'relevance'])
      .default('newest')
      .describe(
        '`relevance`: the best matches of a search, the best first; needs the anchor `newest` and 0 as `num_after`.',
      ),
  }),
  answer: z.strictObject({
    /** A message ID, or 10,000,000,000,000,000 for `newest`. The latter is above the range of exact integers in JavaScript. */
    anchor: z.number().optional(),
    found_newest: z.boolean(),
    found_oldest: z.boolean(),
    found_anchor: z.boolean(),
    history_limited: z.boolean(),
    messages: z.array(messageSchema),
  }),
  async handle(ctx, values, { call }) {
    const response = await ctx.rpc.messaging.getMessages(
      {
        ...place(values),
        narrow: toNarrowTerms(values.narrow),
        applyMarkdown: values.apply_markdown,
        allowEmptyTopicName: values.allow_empty_topic_name,
        sort: values.sort,
      },
      call,
    );
    return ok({
      anchor: response.anchor,
      found_anchor: response.foundAnchor,
      found_newest: response.foundNewest,
      found_oldest: response.foundOldest,
      history_limited: response.historyLimited,
      messages: raw(response.messagesJson),
    });
  },
});

type Place = {
  anchor: string | undefined;
  include_anchor: boolean | undefined;
  anchor_date: string | undefined;
  num_before: number | undefined;
  num_after: number | undefined;
  use_first_unread_anchor: boolean | undefined;
  message_ids: number[] | undefined;
  sort: 'newest' | 'relevance';
};

/** With given IDs, or around an anchor. @throws BAD_REQUEST for parameters of both kinds, too few, or too many messages */
function place(values: Place) {
  if (values.message_ids !== undefined) {
    const names = ['anchor', 'include_anchor', 'use_first_unread_anchor', 'num_before', 'num_after'] as const;
    const clashing = names.filter((name) => values[name] !== undefined);
    if (clashing.length > 0) {
      const parameters = ['message_ids', ...clashing].join(', ');
      throw errors.badRequest(errorText('Unsupported parameter combination: {parameters}', { parameters }), {
        parameters,
      });
    }
    return {
      messageIds: values.message_ids,
      hasMessageIds: true,
      anchor: '',
      includeAnchor: true,
      anchorDate: '',
      numBefore: 0,
      numAfter: 0,
    };
  }
  const { num_before: numBefore } = values;
  // A search by relevance has no messages after the anchor.
  const numAfter = values.num_after ?? (values.sort === 'relevance' ? 0 : undefined);
  if (numBefore === undefined) throw errors.missingParameter('num_before');
  if (numAfter === undefined) throw errors.missingParameter('num_after');
  if (numBefore + numAfter > maxMessages) {
    throw errors.badRequest(
      errorText('Too many messages requested (maximum {limit}).', { limit: maxMessages }),
    );
  }
  return {
    messageIds: [],
    hasMessageIds: false,
    anchor: readAnchor(values),
    includeAnchor: values.include_anchor ?? true,
    anchorDate: values.anchor_date ?? '',
    numBefore,
    numAfter,
  };
}
