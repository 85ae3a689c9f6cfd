import { z } from 'zod';
import { ok } from '../../../edge/answer/envelope.ts';
import { boolean, integer } from '../../../edge/declaration/parameter.ts';
import { params } from '../../../edge/declaration/params.ts';
import { route } from '../../../edge/declaration/route.ts';

export const eraseUser = route({
  method: 'POST',
  path: '/users/{user_id}/erase',
  operation: 'erase-user',
  summary:
    'Erases a person: the name, the address and everything that belongs to the person alone. For owners.',
  auth: 'required',
  params: params({
    user_id: integer({ min: 1 }).inPath(),
    delete_messages: boolean().default(false).describe('Also deletes the messages and files of the person.'),
  }),
  answer: z.strictObject({
    /** ID of the report in `GET /realm/erasures`. */
    id: z.int(),
  }),
  async handle(ctx, { user_id: userId, delete_messages: deletesMessages }, { call }) {
    const { erasureId } = await ctx.rpc.userAdmin.eraseUser({ userId, deletesMessages }, call);
    return ok({ id: erasureId });
  },
});
