import { sessionSchema } from '@parley/api';
import { z } from 'zod';
import { ok } from '../../edge/answer/envelope.ts';
import { integer } from '../../edge/declaration/parameter.ts';
import { params } from '../../edge/declaration/params.ts';
import { route } from '../../edge/declaration/route.ts';

export const getUserSessions = route({
  method: 'GET',
  path: '/users/{user_id}/sessions',
  operation: 'get-user-sessions',
  summary: 'Lists the browser sessions of another user, for administrators.',
  auth: 'required',
  awaits: 'facts',
  params: params({ user_id: integer({ min: 0 }).inPath() }),
  answer: z.strictObject({
    sessions: z.array(sessionSchema.omit({ is_current: true })),
  }),
  async handle(ctx, { user_id }, { call }) {
    const { sessions } = await ctx.rpc.userAdmin.listUserSessions({ userId: user_id }, call);
    return ok({
      sessions: sessions.map(({ sessionId, createdAt, lastUsedAt, client, address }) => ({
        id: sessionId,
        created: createdAt,
        last_used: lastUsedAt,
        client,
        address,
      })),
    });
  },
});
