import { ok } from '../../edge/answer/envelope.ts';
import { integer } from '../../edge/declaration/parameter.ts';
import { params } from '../../edge/declaration/params.ts';
import { route } from '../../edge/declaration/route.ts';

export const endSession = route({
  method: 'DELETE',
  path: '/sessions/{session_id}',
  operation: 'end-session',
  summary: "Ends one of the caller's browser sessions.",
  auth: 'required',
  params: params({ session_id: integer({ min: 0 }).inPath() }),
  async handle(ctx, { session_id }, { call }) {
    await ctx.rpc.userAdmin.endSession({ sessionId: session_id }, call);
    return ok();
  },
});
