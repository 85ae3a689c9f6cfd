import { z } from 'zod';
import { ok } from '../../edge/answer/envelope.ts';
import { params } from '../../edge/declaration/params.ts';
import { route } from '../../edge/declaration/route.ts';
import { totpEnrolment, totpEnrolmentBody } from '../factor-parts.ts';

export const beginTotp = route({
  method: 'POST',
  path: '/users/me/second_factors/totp',
  operation: 'begin-totp',
  summary: 'Creates the secret of an authenticator app, which counts once its first code was entered.',
  auth: 'required',
  changes: 'nothing',
  params: params({}),
  answer: z.strictObject(totpEnrolment),
  async handle(ctx, _values, { call }) {
    const enrolment = await ctx.rpc.userAdmin.beginTotpEnrolment({ token: '' }, call);
    return ok(totpEnrolmentBody(enrolment, call.principal));
  },
});
