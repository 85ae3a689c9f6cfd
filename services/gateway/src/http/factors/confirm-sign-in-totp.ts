import { z } from 'zod';
import { headers, ok } from '../../edge/answer/envelope.ts';
import { params } from '../../edge/declaration/params.ts';
import { route } from '../../edge/declaration/route.ts';
import {
  completedSignIn,
  factorCode,
  newCodes,
  newCodesBody,
  pendingToken,
  signInResult,
} from '../factor-parts.ts';

export const confirmSignInTotp = route({
  method: 'POST',
  path: '/sessions/enrolment/totp/confirmation',
  operation: 'confirm-sign-in-totp',
  summary: 'Confirms a new authenticator app and completes the sign-in that required it.',
  auth: 'none',
  refusesOtherSites: true,
  params: params({ token: pendingToken(), code: factorCode() }),
  answer: z.strictObject({ ...signInResult, ...newCodes }),
  async handle(ctx, { token, code }, { call }) {
    const { userId, result, recoveryCodes } = await ctx.rpc.userAdmin.confirmTotp({ token, code }, call);
    const { cookies, body } = completedSignIn(ctx, userId, result);
    return ok(headers(cookies), { ...body, ...newCodesBody(recoveryCodes, undefined) });
  },
});
