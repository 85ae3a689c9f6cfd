import { linkifierSchema } from '@parley/api';
import { z } from 'zod';
import { ok, raw } from '../../../edge/answer/envelope.ts';
import { params } from '../../../edge/declaration/params.ts';
import { route } from '../../../edge/declaration/route.ts';

export const getLinkifiers = route({
  method: 'GET',
  path: '/realm/linkifiers',
  operation: 'get-linkifiers',
  summary: 'Lists linkifiers in the order in which they apply.',
  auth: 'required',
  awaits: 'facts',
  params: params({}),
  answer: z.strictObject({
    linkifiers: z.array(linkifierSchema),
  }),
  async handle(ctx, _values, { call }) {
    const { linkifiersJson } = await ctx.rpc.userAdmin.listLinkifiers({}, call);
    return ok({ linkifiers: raw(linkifiersJson) });
  },
});
