import { ok } from '../../edge/answer/envelope.ts';
import { freeText } from '../../edge/declaration/parameter.ts';
import { params } from '../../edge/declaration/params.ts';
import { route } from '../../edge/declaration/route.ts';
import { factorCode, passkeyParameter, proofOf } from '../factor-parts.ts';

export const confirmSession = route({
  method: 'POST',
  path: '/sessions/current/confirmation',
  operation: 'confirm-session',
  summary:
    'Confirms the session of this browser with a second factor (or the password of a user without one), before a step that refuses with CONFIRMATION_REQUIRED.',
  auth: 'required',
  changes: 'nothing',
  params: params({
    code: factorCode().optional(),
    recovery_code: freeText(100).optional(),
    passkey: passkeyParameter().optional(),
    password: freeText().optional(),
  }),
  async handle(ctx, given, { call }) {
    await ctx.rpc.userAdmin.confirmSession({ proof: proofOf(given) }, call);
    return ok();
  },
});
