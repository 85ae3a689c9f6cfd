import { ok } from '../../edge/answer/envelope.ts';
import { integer } from '../../edge/declaration/parameter.ts';
import { params } from '../../edge/declaration/params.ts';
import { route } from '../../edge/declaration/route.ts';

export const e2eeTestNotify = route({
  method: 'POST',
  path: '/mobile_push/e2ee/test_notification',
  operation: 'e2ee-test-notify',
  summary: 'Sends an encrypted test notification to phones of the caller.',
  auth: 'required',
  params: params({
    push_account_id: integer().optional().describe('Only to the phone with this account ID.'),
    device_id: integer().optional().describe('Only to this device.'),
  }),
  async handle(ctx, { push_account_id: accountId, device_id: deviceId }, { call }) {
    await ctx.rpc.notify.testPhones({ phones: selected(accountId, deviceId) }, call);
    return ok();
  },
});

function selected(accountId: number | undefined, deviceId: number | undefined) {
  if (deviceId !== undefined) return { $case: 'deviceId' as const, deviceId };
  if (accountId !== undefined) return { $case: 'accountId' as const, accountId };
  return { $case: 'allEncrypted' as const, allEncrypted: true };
}
