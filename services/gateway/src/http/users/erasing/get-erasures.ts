import { z } from 'zod';
import { ok } from '../../../edge/answer/envelope.ts';
import { params } from '../../../edge/declaration/params.ts';
import { route } from '../../../edge/declaration/route.ts';

export const getErasures = route({
  method: 'GET',
  path: '/realm/erasures',
  operation: 'get-erasures',
  summary: 'Lists reports of erased people, the newest first. For owners.',
  auth: 'required',
  params: params({}),
  answer: z.strictObject({
    erasures: z.array(
      z.strictObject({
        id: z.int(),
        user_id: z.int(),
        /** User who requested the erasure; null when an operator of the server did. */
        acting_user_id: z.int().nullable(),
        deletes_messages: z.boolean(),
        requested_at: z.int(),
        /** Unix time in seconds; null until everything is deleted. */
        finished_at: z.int().nullable(),
        /** Numbers of deleted objects, by kind. */
        counts: z.record(z.string(), z.int()),
      }),
    ),
  }),
  async handle(ctx, _values, { call }) {
    const { erasures } = await ctx.rpc.userAdmin.listErasures({}, call);
    return ok({
      erasures: erasures.map((erasure) => ({
        id: erasure.erasureId,
        user_id: erasure.userId,
        acting_user_id: erasure.actingUserId ?? null,
        deletes_messages: erasure.deletesMessages,
        requested_at: erasure.requestedAt,
        finished_at: erasure.finishedAt ?? null,
        counts: erasure.counts,
      })),
    });
  },
});
