import { z } from 'zod';
import { headers, ok } from '../../edge/answer/envelope.ts';
import { freeText } from '../../edge/declaration/parameter.ts';
import { params } from '../../edge/declaration/params.ts';
import { route } from '../../edge/declaration/route.ts';
import {
  completedSignIn,
  factorCode,
  passkeyParameter,
  pendingToken,
  proofOf,
  signInResult,
} from '../factor-parts.ts';

export const completeSignIn = route({
  method: 'POST',
  path: '/sessions/second_factor',
  operation: 'complete-sign-in',
  summary: 'Completes a sign-in with a second factor, or signs in with a passkey alone.',
  auth: 'none',
  refusesOtherSites: true,
  params: params({
    token: pendingToken().default(''),
    code: factorCode().optional(),
    recovery_code: freeText(100).optional(),
    passkey: passkeyParameter().optional(),
  }),
  answer: z.strictObject(signInResult),
  async handle(ctx, { token, ...given }, { call }) {
    const { userId, result } = await ctx.rpc.userAdmin.completeSignIn({ token, proof: proofOf(given) }, call);
    const { cookies, body } = completedSignIn(ctx, userId, result);
    return ok(headers(cookies), body);
  },
});
