import { z } from 'zod';
import { ok } from '../../../edge/answer/envelope.ts';
import { params } from '../../../edge/declaration/params.ts';
import { route } from '../../../edge/declaration/route.ts';
import { passkeyEnrolment, passkeyEnrolmentBody } from '../../factor-parts.ts';

export const beginPasskey = route({
  method: 'POST',
  path: '/users/me/passkeys/challenge',
  operation: 'begin-passkey',
  summary: 'Returns the challenge for a new passkey.',
  auth: 'required',
  changes: 'nothing',
  params: params({}),
  answer: z.strictObject(passkeyEnrolment),
  async handle(ctx, _values, { call }) {
    return ok(passkeyEnrolmentBody(await ctx.rpc.userAdmin.beginPasskeyEnrolment({ token: '' }, call)));
  },
});
