import { sessionSchema } from '@parley/api';
import { z } from 'zod';
import { ok, raw } from '../../edge/answer/envelope.ts';
import { params } from '../../edge/declaration/params.ts';
import { route } from '../../edge/declaration/route.ts';

const noHash = Buffer.alloc(0);

export const getSessions = route({
  method: 'GET',
  path: '/sessions',
  operation: 'get-sessions',
  summary: "Lists the caller's browser sessions.",
  auth: 'required',
  awaits: 'facts',
  params: params({}),
  answer: z.strictObject({
    sessions: z.array(sessionSchema),
  }),
  async handle(ctx, _values, { call, sessionSha256 }) {
    const { sessionsJson } = await ctx.rpc.userAdmin.listSessions(
      { tokenSha256: sessionSha256 ?? noHash },
      call,
    );
    return ok({ sessions: raw(sessionsJson) });
  },
});
