import { ok } from '../../edge/envelope.ts';
import { integer } from '../../edge/parameter.ts';
import { params } from '../../edge/params.ts';
import { route } from '../../edge/route.ts';

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
