import { members, ok, raw } from '../../edge/envelope.ts';
import { boolean, integer, oneOf, text } from '../../edge/parameter.ts';
import { params } from '../../edge/params.ts';
import { route } from '../../edge/route.ts';
import { toUserReference } from '../users/user-reference.ts';

export const updatePresence = route({
  method: 'POST',
  path: '/users/me/presence',
  operation: 'update-presence',
  summary: 'The caller is there; who else is, as far as it changed.',
  auth: 'required',
  isRoutine: true,
  params: params({
    status: oneOf(['idle', 'active']),
    last_update_id: integer({ min: -1 })
      .optional()
      .describe('`presence_last_update_id` of the answer before; -1 for everybody. Implies slim_presence.'),
    history_limit_days: integer({ min: 0, max: 36_500 }).optional().assumes(14),
    new_user_input: boolean().default(false),
    ping_only: boolean().default(false),
    slim_presence: boolean().default(false),
  }),
  async handle(ctx, values, { caller }) {
    const answer = await ctx.pings.ping({
      userId: caller.userId,
      isActive: values.status === 'active',
      pingOnly: values.ping_only,
      slimPresence: values.slim_presence,
      lastUpdateId: values.last_update_id,
      historyLimitDays: values.history_limit_days ?? 0,
    });
    return ok(members(answer));
  },
});

export const getUserPresence = route({
  method: 'GET',
  path: '/users/{user_id_or_email}/presence',
  operation: 'get-user-presence',
  summary: 'When a person was last there.',
  auth: 'required',
  params: params({ user_id_or_email: text().inPath() }),
  async handle(ctx, values, { call }) {
    const { presenceJson } = await ctx.rpc.userAdmin.getUserPresence(
      { user: toUserReference(values.user_id_or_email) },
      call,
      { idempotent: true },
    );
    return ok({ presence: raw(presenceJson) });
  },
});

export const getPresence = route({
  method: 'GET',
  path: '/realm/presence',
  operation: 'get-presence',
  summary: 'When everybody was last there.',
  auth: 'required',
  params: params({}),
  async handle(ctx, _values, { call }) {
    const { fieldsJson } = await ctx.rpc.userAdmin.listPresences({}, call, { idempotent: true });
    return ok(members(fieldsJson));
  },
});
