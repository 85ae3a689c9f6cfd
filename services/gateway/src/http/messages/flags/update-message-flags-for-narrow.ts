import { errors, errorText } from '@parley/core';
import { z } from 'zod';
import { ok } from '../../../edge/answer/envelope.ts';
import { boolean, int32, integer, json, oneOf, text } from '../../../edge/declaration/parameter.ts';
import { params } from '../../../edge/declaration/params.ts';
import { route } from '../../../edge/declaration/route.ts';
import { readAnchor } from '../anchor.ts';
import { narrowSchema, toNarrowTerms } from '../narrow.ts';

/** Maximum number of messages in one request (docs/api/requests.md#limits). */
const maxMessages = 5_000;

export const updateMessageFlagsForNarrow = route({
  method: 'POST',
  path: '/messages/flags/narrow',
  operation: 'update-message-flags-for-narrow',
  summary: 'Adds or removes a personal flag on messages around an anchor in a narrow.',
  auth: 'required',
  changes: 'nothing',
  params: params({
    anchor: text().describe('A message ID, `newest`, `oldest`, `first_unread` or `date`.'),
    include_anchor: boolean().default(true),
    anchor_date: text().optional().describe('ISO 8601, for the anchor `date`.'),
    num_before: integer({ ...int32, min: 0 }),
    num_after: integer({ ...int32, min: 0 }),
    narrow: json(narrowSchema).default([]),
    op: oneOf(['add', 'remove']),
    flag: text().describe('`read`, `starred`, `collapsed` or `hide_link_previews`.'),
  }),
  answer: z.strictObject({
    processed_count: z.int(),
    updated_count: z.int(),
    first_processed_id: z.int().nullable(),
    last_processed_id: z.int().nullable(),
    found_oldest: z.boolean(),
    found_newest: z.boolean(),
    ignored_because_not_subscribed_channels: z.array(z.int()),
  }),
  async handle(ctx, values, { call }) {
    if (values.num_before + values.num_after > maxMessages) {
      throw errors.badRequest(
        errorText('Too many messages requested (maximum {limit}).', { limit: maxMessages }),
      );
    }
    const response = await ctx.rpc.messaging.updateFlagsInNarrow(
      {
        anchor: readAnchor({ ...values, use_first_unread_anchor: undefined }),
        includeAnchor: values.include_anchor,
        anchorDate: values.anchor_date ?? '',
        numBefore: values.num_before,
        numAfter: values.num_after,
        narrow: toNarrowTerms(values.narrow),
        op: values.op,
        flag: values.flag,
      },
      call,
    );
    return ok({
      processed_count: response.processedCount,
      updated_count: response.updatedCount,
      first_processed_id: response.firstProcessedId ?? null,
      last_processed_id: response.lastProcessedId ?? null,
      found_oldest: response.foundOldest,
      found_newest: response.foundNewest,
      ignored_because_not_subscribed_channels: response.ignoredChannelIds,
    });
  },
});
