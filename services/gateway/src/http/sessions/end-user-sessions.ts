import { z } from 'zod';
import { ok } from '../../edge/answer/envelope.ts';
import { integer } from '../../edge/declaration/parameter.ts';
import { params } from '../../edge/declaration/params.ts';
import { route } from '../../edge/declaration/route.ts';

export const endUserSessions = route({
  method: 'DELETE',
  path: '/users/{user_id}/sessions',
  operation: 'end-user-sessions',
  summary: 'Ends one or all browser sessions of another user, for administrators.',
  auth: 'required',
  changes: 'nothing',
  params: params({
    user_id: integer({ min: 0 }).inPath(),
    session_id: integer({ min: 1 }).optional().describe('Absent: all of them.'),
  }),
  answer: z.strictObject({
    /** Number of sessions that this request ended. */
    count: z.int(),
  }),
  async handle(ctx, { user_id, session_id = 0 }, { call }) {
    const { count } = await ctx.rpc.userAdmin.endUserSessions(
      { userId: user_id, sessionId: session_id },
      call,
    );
    return ok({ count });
  },
});
