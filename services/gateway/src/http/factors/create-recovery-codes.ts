import { z } from 'zod';
import { ok } from '../../edge/answer/envelope.ts';
import { params } from '../../edge/declaration/params.ts';
import { route } from '../../edge/declaration/route.ts';
import { newCodes, newCodesBody } from '../factor-parts.ts';

export const createRecoveryCodes = route({
  method: 'POST',
  path: '/users/me/recovery_codes',
  operation: 'create-recovery-codes',
  summary: "Replaces the caller's recovery codes.",
  auth: 'required',
  changes: 'nothing',
  params: params({}),
  answer: z.strictObject(newCodes),
  async handle(ctx, _values, { call }) {
    const { recoveryCodes } = await ctx.rpc.userAdmin.createRecoveryCodes({}, call);
    return ok(newCodesBody(recoveryCodes, call.principal));
  },
});
