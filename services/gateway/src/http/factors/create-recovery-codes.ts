import { z } from 'zod';
import { ok } from '../../edge/envelope.ts';
import { params } from '../../edge/params.ts';
import { route } from '../../edge/route.ts';
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
