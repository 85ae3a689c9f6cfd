import { z } from 'zod';
import { ok } from '../../edge/answer/envelope.ts';
import { params } from '../../edge/declaration/params.ts';
import { route } from '../../edge/declaration/route.ts';

export const getSecondFactors = route({
  method: 'GET',
  path: '/users/me/second_factors',
  operation: 'get-second-factors',
  summary: "Lists the caller's second factors.",
  auth: 'required',
  awaits: 'facts',
  params: params({}),
  answer: z.strictObject({
    has_totp: z.boolean(),
    passkeys: z.array(
      z.strictObject({
        id: z.int(),
        name: z.string(),
        /** Unix time in seconds. */
        created: z.int(),
        last_used: z.int().nullable(),
      }),
    ),
    /** Number of recovery codes that are not used yet. */
    recovery_codes: z.int(),
    /** Whether the organization requires a second factor from the caller. */
    is_required: z.boolean(),
  }),
  async handle(ctx, _values, { call }) {
    const factors = await ctx.rpc.userAdmin.listSecondFactors({}, call);
    return ok({
      has_totp: factors.hasTotp,
      passkeys: factors.passkeys.map(({ passkeyId, name, createdAt, lastUsedAt }) => ({
        id: passkeyId,
        name,
        created: createdAt,
        last_used: lastUsedAt || null,
      })),
      recovery_codes: factors.recoveryCodes,
      is_required: factors.isRequired,
    });
  },
});
