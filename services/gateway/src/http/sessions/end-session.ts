import { ok } from '../../edge/envelope.ts';
import { integer } from '../../edge/parameter.ts';
import { params } from '../../edge/params.ts';
import { route } from '../../edge/route.ts';

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
