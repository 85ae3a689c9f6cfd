import { z } from 'zod';
import { ok } from '../../edge/answer/envelope.ts';
import { params } from '../../edge/declaration/params.ts';
import { route } from '../../edge/declaration/route.ts';
import { pendingToken, totpEnrolment, totpEnrolmentBody } from '../factor-parts.ts';

export const beginSignInTotp = route({
  method: 'POST',
  path: '/sessions/enrolment/totp',
  operation: 'begin-sign-in-totp',
  summary: 'Creates the secret of an authenticator app for a sign-in that requires a second factor.',
  auth: 'none',
  refusesOtherSites: true,
  changes: 'nothing',
  params: params({ token: pendingToken() }),
  answer: z.strictObject(totpEnrolment),
  async handle(ctx, { token }, { call }) {
    const enrolment = await ctx.rpc.userAdmin.beginTotpEnrolment({ token }, call);
    return ok(totpEnrolmentBody(enrolment, undefined));
  },
});
