import type { Scope } from '@parley/facts';
import type {
  CheckOutgoingWebhookRequest,
  CheckOutgoingWebhookResponse,
} from '@parley/proto/integrations/v1/integrations';
import type { Ctx } from '../context.ts';
import { checkProgram } from '../facts/outgoing-address.ts';

/**
 * Checks the address and the format of a program before a bot is created for it.
 * @throws UNAUTHORIZED, USER_DEACTIVATED; BAD_REQUEST for an address that is not public, and for an unknown format
 */
export async function checkOutgoingWebhook(
  ctx: Ctx,
  { url, interface: format }: CheckOutgoingWebhookRequest,
  scope: Scope,
): Promise<CheckOutgoingWebhookResponse> {
  await scope.caller();
  await checkProgram(ctx, { url, format });
  return {};
}
