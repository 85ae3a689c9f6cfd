import { randomUUID } from 'node:crypto';
import { personMention } from '@parley/markdown';
import { effectiveUserSettings } from '@parley/settings';
import { textsIn, welcomeIn } from '@parley/texts';
import { listSystemBots } from '../../kernel/db/people.ts';
import { findUserSettings } from '../../kernel/db/user-settings.ts';
import type { Person } from '../../kernel/domain/person.ts';
import type { TxScope } from '../../kernel/scope.ts';
import { letterheadFor, welcomeMail } from '../../mails/mail-texts.ts';
import type { BotMessage } from '../../outbox/outbox.ts';
import type { Ctx } from '../context.ts';

/** A message that has no `sendKey` yet. Applies `Omit` to each member of the union `BotMessage`. */
type NewMessage = BotMessage extends infer Message
  ? Message extends BotMessage
    ? Omit<Message, 'sendKey'>
    : never
  : never;

type Options = {
  /** The inviter, if they asked to be notified when the person joins. */
  referrer: Person | undefined;
  /** Null for the organization's welcome text; empty to send no welcome message. */
  welcomeText: string | null;
};

/**
 * Queues the messages about a new account, which are sent after the commit. System bots welcome the person, notify the inviter,
 * and announce the person in the channel for announcements. If the setting `send_welcome_emails` is on, a mail tells the person
 * where to log in.
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
  if ((await tx.settings()).send_welcome_emails) {
    await ctx.outbox.queue(tx, { mail: welcomeMail(person, await letterheadFor(tx, person)) });
  }
}

const languageOf = async (tx: TxScope, { userId }: Person): Promise<string> =>
  effectiveUserSettings(await findUserSettings(tx, userId)).default_language;

async function welcomeMessages(
  tx: TxScope,
  person: Person,
  { referrer, welcomeText }: Options,
): Promise<NewMessage[]> {
  const settings = await tx.settings();
  const bots = await listSystemBots(tx);
  const botOf = (local: string) => bots.find((bot) => bot.deliveryEmail.startsWith(`${local}@`))?.userId;
  const [welcomeBotId, notificationBotId] = [botOf('welcome-bot'), botOf('notification-bot')];
  const messages: NewMessage[] = [];
  const text = welcomeIn(await languageOf(tx, person), welcomeText ?? settings.welcome_message_custom_text);
  if (welcomeBotId !== undefined && text.trim() !== '') {
    messages.push({ fromUserId: welcomeBotId, toUserId: person.userId, content: text });
  }
  if (notificationBotId === undefined) return messages;
  const mention = personMention(person, true);
  if (referrer?.isActive) {
    const { joining } = textsIn(await languageOf(tx, referrer)).conversations;
    const content = joining.accepted({ person: mention, organization: settings.name });
    messages.push({ fromUserId: notificationBotId, toUserId: referrer.userId, content });
  }
  if (settings.signup_announcements_stream_id > 0) {
    const { channels, conversations } = textsIn(settings.default_language);
    messages.push({
      fromUserId: notificationBotId,
      toChannel: { channelId: settings.signup_announcements_stream_id, topic: channels.signupsTopic },
      content: conversations.joining.signedUp({ person: mention }),
    });
  }
  return messages;
}
