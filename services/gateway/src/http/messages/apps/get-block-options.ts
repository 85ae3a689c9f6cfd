import { loadedOptionsSchema } from '@parley/api';
import { z } from 'zod';
import { ok, raw } from '../../../edge/answer/envelope.ts';
import { freeText, text } from '../../../edge/declaration/parameter.ts';
import { params } from '../../../edge/declaration/params.ts';
import { route } from '../../../edge/declaration/route.ts';
import { containerOf, containerParameters } from './block-parts.ts';

export const getBlockOptions = route({
  method: 'GET',
  path: '/block_options',
  operation: 'get-block-options',
  summary: 'Returns the options that an app offers for a select with loaded options.',
  auth: 'required',
  awaits: 'facts',
  params: params({
    ...containerParameters(),
    block_id: text(255),
    action_id: text(255),
    query: freeText(200).default('').describe('What the person has typed.'),
  }),
  answer: z.strictObject({ found: loadedOptionsSchema }),
  async handle(ctx, { block_id: blockId, action_id: actionId, query, ...container }, { call }) {
    const request = { container: containerOf(container), blockId, actionId, query };
    const { foundData } = await ctx.rpc.integrations.findBlockOptions(request, call);
    return ok({ found: raw(foundData) });
  },
});
