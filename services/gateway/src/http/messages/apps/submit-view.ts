import { viewSchema } from '@parley/api';
import { z } from 'zod';
import { ok, raw } from '../../../edge/answer/envelope.ts';
import { json, text } from '../../../edge/declaration/parameter.ts';
import { params } from '../../../edge/declaration/params.ts';
import { route } from '../../../edge/declaration/route.ts';
import { controlValue, controlValueSchema } from './block-parts.ts';

const outcomes = ['closed', 'invalid', 'changed', 'failed'] as const;

export const submitView = route({
  method: 'POST',
  path: '/app_views/{view_id}',
  operation: 'submit-view',
  summary: 'Sends what a person filled into a form to its app.',
  auth: 'required',
  changes: 'nothing',
  params: params({
    view_id: text(200).inPath(),
    press_id: text(100).describe(
      'An ID that the client chooses. A repeated submission with the same ID is sent once.',
    ),
    state: json(z.array(controlValueSchema).max(100)).default([]),
  }),
  answer: z.strictObject({
    /** `invalid`: see `errors`. `changed`: `view` takes the place of the form. */
    outcome: z.enum(outcomes),
    /** Why it failed, in words. */
    reason: z.string().optional(),
    /** What is wrong with a block, by `block_id`. */
    errors: z.record(z.string(), z.string()).optional(),
    view: viewSchema.optional(),
  }),
  async handle(ctx, { view_id: viewId, press_id: pressId, state }, { call, language }) {
    const request = { viewId, pressId, state: state.map(controlValue), language: language() };
    const { outcome, reason, errors, viewData } = await ctx.rpc.integrations.submitView(request, call);
    return ok({
      outcome: outcomes.find((each) => each === outcome) ?? ('failed' as const),
      reason: reason || undefined,
      errors: outcome === 'invalid' ? errors : undefined,
      view: viewData.length > 0 ? raw(viewData) : undefined,
    });
  },
});
