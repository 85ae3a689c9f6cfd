import { z } from 'zod';
import { ok } from '../../../edge/answer/envelope.ts';
import { integer } from '../../../edge/declaration/parameter.ts';
import { params } from '../../../edge/declaration/params.ts';
import { route } from '../../../edge/declaration/route.ts';

export const exportPersonData = route({
  method: 'POST',
  path: '/users/{user_id}/export',
  operation: 'export-person-data',
  summary: 'Starts an export of the data of a person. For owners.',
  auth: 'required',
  params: params({ user_id: integer({ min: 1 }).inPath() }),
  answer: z.strictObject({
    id: z.int(),
  }),
  async handle(ctx, { user_id: userId }, { call }) {
    const { exportId } = await ctx.rpc.userAdmin.requestPersonExport({ userId }, call);
    return ok({ id: exportId });
  },
});
