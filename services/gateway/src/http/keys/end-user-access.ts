import { ok } from '../../edge/answer/envelope.ts';
import { integer } from '../../edge/declaration/parameter.ts';
import { params } from '../../edge/declaration/params.ts';
import { route } from '../../edge/declaration/route.ts';
import { endBots, endedAccessSchema, presentEnded } from './ended-access.ts';

export const endUserAccess = route({
  method: 'POST',
  path: '/users/{user_id}/end_access',
  operation: 'end-user-access',
  summary: 'Ends all API keys, sessions, event queues and registered devices of another user or bot.',
  auth: 'required',
  changes: 'nothing',
  params: params({ user_id: integer({ min: 1 }).inPath(), end_bots: endBots() }),
  answer: endedAccessSchema,
  async handle(ctx, { user_id, end_bots }, { call }) {
    const request = { userId: user_id, email: '', keepsCurrentSession: false, endsBots: end_bots };
    return ok(presentEnded(await ctx.rpc.userAdmin.endAccess(request, call)));
  },
});
