import { z } from 'zod';
import { ok } from '../../edge/answer/envelope.ts';
import { freeText } from '../../edge/declaration/parameter.ts';
import { params } from '../../edge/declaration/params.ts';
import { route } from '../../edge/declaration/route.ts';

export const createUser = route({
  method: 'POST',
  path: '/users',
  operation: 'create-user',
  summary: 'Creates an account. For administrators.',
  auth: 'required',
  params: params({ email: freeText(), password: freeText(), full_name: freeText() }),
  answer: z.strictObject({
    user_id: z.int(),
  }),
  async handle(ctx, { email, password, full_name }, { call }) {
    const { userId } = await ctx.rpc.userAdmin.createUser(
      { email, password, fullName: full_name, role: 0 },
      call,
    );
    return ok({ user_id: userId });
  },
});
