import { randomUUID } from 'node:crypto';
import { listSystemBots } from '../../kernel/db/people.ts';
import type { Person } from '../../kernel/domain/person.ts';
import type { TxScope } from '../../kernel/scope.ts';
import type { Ctx } from '../context.ts';
import type { BotMessage } from '../outbox/outbox.ts';

type Options = {
  /** The inviter who asked to be notified when the invitation is accepted. */
  referrer: Person | undefined;
  /** Null takes the organization's text; an empty text sends none. */
  welcomeText: string | null;
};

/**
 * Queues the messages that system bots send about a new account: a welcome to the person, and a notice to the inviter. They
 * are sent after the transaction has committed.
 */
export async function queueWelcome(
  ctx: Pick<Ctx, 'outbox'>,
  tx: TxScope,
  person: Person,
  options: Options,
): Promise<void> {
  for (const message of await welcomeMessages(tx, person, options)) {
    await ctx.outbox.queue(tx, { message: { sendKey: randomUUID(), ...message } });
  }
}

async function welcomeMessages(
  tx: TxScope,
  person: Person,
  { referrer, welcomeText }: Options,
): Promise<Omit<BotMessage, 'sendKey'>[]> {
  const settings = await tx.settings();
  const bots = await listSystemBots(tx);
  const botOf = (local: string) => bots.find((bot) => bot.deliveryEmail.startsWith(`${local}@`))?.userId;
  const [welcomeBotId, notificationBotId] = [botOf('welcome-bot'), botOf('notification-bot')];
  const messages: Omit<BotMessage, 'sendKey'>[] = [];
  const text = welcomeText ?? settings.welcome_message_custom_text;
  if (welcomeBotId !== undefined && text.trim() !== '') {
    messages.push({ fromUserId: welcomeBotId, toUserId: person.userId, content: text });
  }
  if (notificationBotId !== undefined && referrer?.isActive) {
    messages.push({
      fromUserId: notificationBotId,
      toUserId: referrer.userId,
      content: `@_**${person.fullName}|${person.userId}** accepted your invitation to join ${settings.name}!`,
    });
  }
  return messages;
}
