import { z } from 'zod';
import { ok } from '../../../edge/answer/envelope.ts';
import { freeText } from '../../../edge/declaration/parameter.ts';
import { params } from '../../../edge/declaration/params.ts';
import { route } from '../../../edge/declaration/route.ts';
import { newCodes, newCodesBody, passkeyAnswerOf, passkeyParameter } from '../../factor-parts.ts';

export const addPasskey = route({
  method: 'POST',
  path: '/users/me/passkeys',
  operation: 'add-passkey',
  summary: 'Adds a passkey.',
  auth: 'required',
  changes: 'nothing',
  params: params({ name: freeText(100), passkey: passkeyParameter() }),
  answer: z.strictObject(newCodes),
  async handle(ctx, { name, passkey }, { call }) {
    const request = { token: '', name, answer: passkeyAnswerOf(passkey) };
    const { recoveryCodes } = await ctx.rpc.userAdmin.addPasskey(request, call);
    return ok(newCodesBody(recoveryCodes, call.principal));
  },
});
