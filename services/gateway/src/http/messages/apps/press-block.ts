import { z } from 'zod';
import { ok } from '../../../edge/answer/envelope.ts';
import { json, text } from '../../../edge/declaration/parameter.ts';
import { params } from '../../../edge/declaration/params.ts';
import { route } from '../../../edge/declaration/route.ts';
import { containerOf, containerParameters, controlValue, controlValueSchema } from './block-parts.ts';

export const pressBlock = route({
  method: 'POST',
  path: '/block_actions',
  operation: 'press-block',
  summary:
    'Sends a press of a button, or a choice, to the app of a message or form, or to a poll or to-do list.',
  auth: 'required',
  changes: 'messages',
  awaits: 'facts',
  params: params({
    press_id: text(100).describe(
      'An ID that the client chooses. A repeated press with the same ID is sent once.',
    ),
    ...containerParameters(),
    pressed: json(controlValueSchema),
    state: json(z.array(controlValueSchema).max(100))
      .default([])
      .describe('The values of the other controls of the message or form.'),
  }),
  answer: z.strictObject({
    outcome: z.enum(['done', 'failed']),
    /** Why it failed, in words. */
    reason: z.string().optional(),
  }),
  async handle(ctx, { press_id: pressId, pressed, state, ...container }, { call }) {
    const request = {
      pressId,
      container: containerOf(container),
      pressed: controlValue(pressed),
      state: state.map(controlValue),
    };
    const { reaction } = await ctx.rpc.integrations.pressBlock(request, call);
    return ok({
      outcome: reaction?.outcome === 'done' ? ('done' as const) : ('failed' as const),
      reason: reaction?.reason || undefined,
    });
  },
});
