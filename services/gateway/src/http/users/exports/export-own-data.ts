import { requirePrincipal } from '@parley/rpc';
import { z } from 'zod';
import { ok } from '../../../edge/answer/envelope.ts';
import { params } from '../../../edge/declaration/params.ts';
import { route } from '../../../edge/declaration/route.ts';

export const exportOwnData = route({
  method: 'POST',
  path: '/users/me/export',
  operation: 'export-own-data',
  summary: 'Starts an export of the data of the caller.',
  auth: 'required',
  params: params({}),
  answer: z.strictObject({
    id: z.int(),
  }),
  async handle(ctx, _values, { call }) {
    const { exportId } = await ctx.rpc.userAdmin.requestPersonExport(
      { userId: requirePrincipal(call).userId },
      call,
    );
    return ok({ id: exportId });
  },
});
