import { ok } from '../../../edge/answer/envelope.ts';
import { freeText, integer } from '../../../edge/declaration/parameter.ts';
import { params } from '../../../edge/declaration/params.ts';
import { route } from '../../../edge/declaration/route.ts';

export const updatePasskey = route({
  method: 'PATCH',
  path: '/users/me/passkeys/{passkey_id}',
  operation: 'update-passkey',
  summary: 'Renames a passkey.',
  auth: 'required',
  changes: 'nothing',
  params: params({ passkey_id: integer({ min: 1 }).inPath(), name: freeText(100) }),
  async handle(ctx, { passkey_id, name }, { call }) {
    await ctx.rpc.userAdmin.updatePasskey({ passkeyId: passkey_id, name }, call);
    return ok();
  },
});
