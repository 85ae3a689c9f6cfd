import { reminderSchema } from '@parley/api';
import { z } from 'zod';
import { ok, raw } from '../../../edge/answer/envelope.ts';
import { params } from '../../../edge/declaration/params.ts';
import { route } from '../../../edge/declaration/route.ts';

export const getReminders = route({
  method: 'GET',
  path: '/reminders',
  operation: 'get-reminders',
  summary: "Lists the caller's reminders.",
  auth: 'required',
  awaits: 'facts',
  params: params({}),
  answer: z.strictObject({
    reminders: z.array(reminderSchema),
  }),
  async handle(ctx, _values, { call }) {
    const { remindersJson } = await ctx.rpc.messaging.getReminders({}, call);
    return ok({ reminders: raw(remindersJson) });
  },
});
