import { ok } from '../../../edge/answer/envelope.ts';
import { integer } from '../../../edge/declaration/parameter.ts';
import { params } from '../../../edge/declaration/params.ts';
import { route } from '../../../edge/declaration/route.ts';

export const removePasskey = route({
  method: 'DELETE',
  path: '/users/me/passkeys/{passkey_id}',
  operation: 'remove-passkey',
  summary: 'Removes a passkey.',
  auth: 'required',
  changes: 'nothing',
  params: params({ passkey_id: integer({ min: 1 }).inPath() }),
  async handle(ctx, { passkey_id }, { call }) {
    await ctx.rpc.userAdmin.removePasskey({ passkeyId: passkey_id }, call);
    return ok();
  },
});
