import { z } from 'zod';
import { ok } from '../../../edge/answer/envelope.ts';
import { json } from '../../../edge/declaration/parameter.ts';
import { params } from '../../../edge/declaration/params.ts';
import { route } from '../../../edge/declaration/route.ts';
import { draftSchema, toDraft } from './draft-parts.ts';

/** Maximum number of drafts in one request. */
const maxDrafts = 1_000;

export const createDrafts = route({
  method: 'POST',
  path: '/drafts',
  operation: 'create-drafts',
  summary: 'Creates drafts, all or none.',
  auth: 'required',
  changes: 'nothing',
  params: params({ drafts: json(z.array(draftSchema).max(maxDrafts)).default([]) }),
  answer: z.strictObject({
    ids: z.array(z.int()),
  }),
  async handle(ctx, values, { call }) {
    const { ids } = await ctx.rpc.messaging.createDrafts({ drafts: values.drafts.map(toDraft) }, call);
    return ok({ ids });
  },
});
