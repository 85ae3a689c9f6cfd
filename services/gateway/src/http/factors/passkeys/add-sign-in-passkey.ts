import { z } from 'zod';
import { headers, ok } from '../../../edge/answer/envelope.ts';
import { freeText } from '../../../edge/declaration/parameter.ts';
import { params } from '../../../edge/declaration/params.ts';
import { route } from '../../../edge/declaration/route.ts';
import {
  completedSignIn,
  newCodes,
  newCodesBody,
  passkeyAnswerOf,
  passkeyParameter,
  pendingToken,
  signInResult,
} from '../../factor-parts.ts';

export const addSignInPasskey = route({
  method: 'POST',
  path: '/sessions/enrolment/passkeys',
  operation: 'add-sign-in-passkey',
  summary: 'Adds a passkey and completes the sign-in that required it.',
  auth: 'none',
  refusesOtherSites: true,
  params: params({ token: pendingToken(), name: freeText(100), passkey: passkeyParameter() }),
  answer: z.strictObject({ ...signInResult, ...newCodes }),
  async handle(ctx, { token, name, passkey }, { call }) {
    const request = { token, name, answer: passkeyAnswerOf(passkey) };
    const { userId, result, recoveryCodes } = await ctx.rpc.userAdmin.addPasskey(request, call);
    const { cookies, body } = completedSignIn(ctx, userId, result);
    return ok(headers(cookies), { ...body, ...newCodesBody(recoveryCodes, undefined) });
  },
});
