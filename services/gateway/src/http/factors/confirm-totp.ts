import { z } from 'zod';
import { ok } from '../../edge/answer/envelope.ts';
import { params } from '../../edge/declaration/params.ts';
import { route } from '../../edge/declaration/route.ts';
import { factorCode, newCodes, newCodesBody } from '../factor-parts.ts';

export const confirmTotp = route({
  method: 'POST',
  path: '/users/me/second_factors/totp/confirmation',
  operation: 'confirm-totp',
  summary: 'Confirms a new authenticator app by its first code.',
  auth: 'required',
  changes: 'nothing',
  params: params({ code: factorCode() }),
  answer: z.strictObject(newCodes),
  async handle(ctx, { code }, { call }) {
    const { recoveryCodes } = await ctx.rpc.userAdmin.confirmTotp({ token: '', code }, call);
    return ok(newCodesBody(recoveryCodes, call.principal));
  },
});
