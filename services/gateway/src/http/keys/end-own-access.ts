import { ok } from '../../edge/answer/envelope.ts';
import { boolean } from '../../edge/declaration/parameter.ts';
import { params } from '../../edge/declaration/params.ts';
import { route } from '../../edge/declaration/route.ts';
import { endBots, endedAccessSchema, presentEnded } from './ended-access.ts';

/** See docs/decisions/api-keys.md#ending-all-access. An extension of the API. */
export const endOwnAccess = route({
  method: 'POST',
  path: '/users/me/end_access',
  operation: 'end-own-access',
  summary: "Ends all API keys, sessions, event queues and registered devices of the caller's account.",
  auth: 'required',
  params: params({
    except_current_session: boolean()
      .default(false)
      .describe('Whether the browser session that makes the request stays.'),
    end_bots: endBots(),
  }),
  answer: endedAccessSchema,
  async handle(ctx, { except_current_session, end_bots }, { call }) {
    const request = { userId: 0, email: '', keepsCurrentSession: except_current_session, endsBots: end_bots };
    return ok(presentEnded(await ctx.rpc.userAdmin.endAccess(request, call)));
  },
});
