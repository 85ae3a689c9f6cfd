import { clientPresenceSchema } from '@parley/api';
import { unixSeconds } from '@parley/core';
import { z } from 'zod';
import { members, ok } from '../../../edge/answer/envelope.ts';
import { boolean, integer, oneOf } from '../../../edge/declaration/parameter.ts';
import { params } from '../../../edge/declaration/params.ts';
import { route } from '../../../edge/declaration/route.ts';

export const updatePresence = route({
  method: 'POST',
  path: '/users/me/presence',
  operation: 'update-presence',
  summary: "Reports the caller's presence and returns changed presence of others.",
  auth: 'required',
  changes: 'nothing',
  awaits: 'nothing',
  isRoutine: true,
  params: params({
    status: oneOf(['idle', 'active']),
    last_update_id: integer({ min: -1 })
      .optional()
      .describe('`presence_last_update_id` of the previous answer; -1 for all users. Implies slim_presence.'),
    history_limit_days: integer({ min: 0, max: 36_500 }).optional().assumes(14),
    new_user_input: boolean().default(false),
    ping_only: boolean().default(false),
    slim_presence: boolean().default(false),
  }),
  answer: z.strictObject({
    presence_last_update_id: z.int().optional(),
    server_timestamp: z.number().optional(),
    presences: z
      .record(
        z.string(),
        z.union([
          z.strictObject({
            active_timestamp: z.int().optional(),
            idle_timestamp: z.int(),
          }),
          z.record(z.string(), clientPresenceSchema),
        ]),
      )
      .optional(),
    zephyr_mirror_active: z.boolean().optional().meta({ deprecated: true }),
  }),
  async handle(ctx, values, { caller }) {
    const isActive = values.status === 'active';
    const announced = ctx.ownWrites.report(caller.userId, { isActive, at: unixSeconds(Date.now()) });
    const answer = await ctx.pings.ping({
      userId: caller.userId,
      isActive,
      pingOnly: values.ping_only,
      slimPresence: values.slim_presence,
      lastUpdateId: values.last_update_id,
      historyLimitDays: values.history_limit_days ?? 0,
    });
    await announced;
    return ok(members(answer));
  },
});
