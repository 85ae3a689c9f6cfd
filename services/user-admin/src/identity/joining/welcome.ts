import { randomUUID } from 'node:crypto';
import type { Queryable, Tx } from '@parley/db';
import { listSystemBots } from '../../kernel/db/people.ts';
import type { Person } from '../../kernel/domain/person.ts';
import type { Realm } from '../../kernel/domain/realm.ts';
import type { Ctx } from '../context.ts';
import type { BotMessage } from '../outbox/outbox.ts';

type Facts = {
  /** Who invited them and wants to hear of it. */
  referrer: Person | undefined;
  /** Null for the organization's text, empty for none. */
  welcomeText: string | null;
};

/** The server's bots say what there is to say to and about somebody new, once the transaction is committed. */
export async function welcome(ctx: Ctx, tx: Tx, realm: Realm, person: Person, facts: Facts): Promise<void> {
  for (const message of await newcomerMessages(tx, realm, person, facts)) {
    await ctx.outbox.queue(tx, { message: { sendKey: randomUUID(), ...message } });
  }
}

/** A welcome, and word to whoever invited them. */
async function newcomerMessages(
  db: Queryable,
  realm: Realm,
  person: Person,
  { referrer, welcomeText }: Facts,
): Promise<Omit<BotMessage, 'sendKey'>[]> {
  const bots = await listSystemBots(db);
  const botOf = (local: string) => bots.find((bot) => bot.deliveryEmail.startsWith(`${local}@`))?.userId;
  const [welcomer, notifier] = [botOf('welcome-bot'), botOf('notification-bot')];
  const messages: Omit<BotMessage, 'sendKey'>[] = [];
  const text = welcomeText ?? realm.settings.welcome_message_custom_text;
  if (welcomer !== undefined && text.trim() !== '') {
    messages.push({ fromUserId: welcomer, toUserId: person.userId, content: text });
  }
  if (notifier !== undefined && referrer?.isActive) {
    messages.push({
      fromUserId: notifier,
      toUserId: referrer.userId,
      content: `@_**${person.fullName}|${person.userId}** accepted your invitation to join ${realm.settings.name}!`,
    });
  }
  return messages;
}
