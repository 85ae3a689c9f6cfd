import { z } from 'zod';
import { ok } from '../../edge/answer/envelope.ts';
import { params } from '../../edge/declaration/params.ts';
import { route } from '../../edge/declaration/route.ts';
import { passkeyCheck, passkeyCheckBody } from '../factor-parts.ts';

export const beginConfirmation = route({
  method: 'POST',
  path: '/sessions/current/passkey_challenge',
  operation: 'begin-confirmation',
  summary: 'Returns the challenge that a passkey signs to confirm the session.',
  auth: 'required',
  changes: 'nothing',
  params: params({}),
  answer: z.strictObject(passkeyCheck),
  async handle(ctx, _values, { call }) {
    return ok(passkeyCheckBody(await ctx.rpc.userAdmin.beginPasskeyCheck({ token: '' }, call)));
  },
});
