import { z } from 'zod';
import { ok } from '../../../edge/answer/envelope.ts';
import { params } from '../../../edge/declaration/params.ts';
import { route } from '../../../edge/declaration/route.ts';
import { passkeyEnrolment, passkeyEnrolmentBody, pendingToken } from '../../factor-parts.ts';

export const beginSignInPasskey = route({
  method: 'POST',
  path: '/sessions/enrolment/passkey_challenge',
  operation: 'begin-sign-in-passkey',
  summary: 'Returns the challenge for a new passkey of a sign-in that requires a second factor.',
  auth: 'none',
  refusesOtherSites: true,
  changes: 'nothing',
  params: params({ token: pendingToken() }),
  answer: z.strictObject(passkeyEnrolment),
  async handle(ctx, { token }, { call }) {
    return ok(passkeyEnrolmentBody(await ctx.rpc.userAdmin.beginPasskeyEnrolment({ token }, call)));
  },
});
