import { z } from 'zod';
import { ok } from '../../../edge/answer/envelope.ts';
import { params } from '../../../edge/declaration/params.ts';
import { route } from '../../../edge/declaration/route.ts';
import { passkeyCheck, passkeyCheckBody, pendingToken } from '../../factor-parts.ts';

export const beginPasskeySignIn = route({
  method: 'POST',
  path: '/sessions/passkey_challenge',
  operation: 'begin-passkey-sign-in',
  summary: 'Returns the challenge that a passkey signs to complete a sign-in, or to sign in alone.',
  auth: 'none',
  refusesOtherSites: true,
  changes: 'nothing',
  params: params({ token: pendingToken().default('') }),
  answer: z.strictObject(passkeyCheck),
  async handle(ctx, { token }, { call }) {
    return ok(passkeyCheckBody(await ctx.rpc.userAdmin.beginPasskeyCheck({ token }, call)));
  },
});
