import { randomUUID } from 'node:crypto';
import { errors, errorText } from '@parley/core';
import type {
  TestWelcomeMessageRequest,
  TestWelcomeMessageResponse,
} from '@parley/proto/useradmin/v1/organization';
import { backgroundCall } from '@parley/rpc';
import { listSystemBots } from '../../../kernel/db/people.ts';
import type { DbScope } from '../../../kernel/scope.ts';
import type { Ctx } from '../../context.ts';
import { requireRole } from '../../settings/administer.ts';

/** Maximum length of a welcome message, in Unicode code points (docs/api/requests.md#limits). */
const maxLength = 8_000;

/**
 * Sends the caller a welcome message as a new person would get it. Only administrators may call it.
 * @throws BAD_REQUEST when the text is empty or too long; UNAUTHORIZED_PRINCIPAL when the caller is not an administrator; other
 * errors of `sendMessage`
 */
export async function testWelcomeMessage(
  ctx: Ctx,
  { text }: TestWelcomeMessageRequest,
  scope: DbScope,
): Promise<TestWelcomeMessageResponse> {
  ctx.writeGuard.check();
  const caller = await scope.caller();
  requireRole(caller, 'administrators');
  if (text.trim() === '') throw errors.badRequest('Message must not be empty');
  if ([...text].length > maxLength) {
    throw errors.badRequest(
      errorText('{parameter} is too long (limit: {limit} characters)', {
        parameter: 'welcome_message_custom_text',
        limit: maxLength,
      }),
    );
  }
  const welcomer = (await listSystemBots(scope)).find((bot) => bot.deliveryEmail.startsWith('welcome-bot@'));
  if (!welcomer) throw errors.internal('There is no welcome bot.');
  const { id } = await ctx.rpc.messaging.sendMessage(
    {
      sendKey: randomUUID(),
      recipient: { $case: 'direct', direct: { userIds: [caller.userId], emails: [] } },
      content: text,
      localId: '',
      queueId: '',
    },
    backgroundCall({ principal: { userId: welcomer.userId }, signal: scope.call.signal }),
  );
  return { messageId: id };
}
