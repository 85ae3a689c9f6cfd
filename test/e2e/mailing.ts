import { setTimeout as sleep } from 'node:timers/promises';
import { isTemporary, type Person, until } from '@parley/test-kit';
import { createTransport } from 'nodemailer';
import type { Deployment } from './deployment.ts';

/**
 * Number of people who are away and get mails. Each has a conversation of their own, because the server limits the replies by
 * mail to one conversation (docs/decisions/notifications.md).
 */
const awayPeople = 4;
const pauseMs = 400;
/** Time for which messages are sent before and after the fault. */
const aroundMs = 2_000;
/**
 * Maximum wait for mails and replies. A mail that was not accepted is sent again after two minutes
 * (services/notify/src/workers/deliver.ts).
 */
const arrivalMs = 300_000;
/** Mailbox that holds the mails of all people. */
const mailbox = '/var/mail/people/everybody';

/** What a fault did to mails about messages, and to replies to them. */
export type ObservedMails = {
  fault: string;
  messages: number;
  /** Acknowledged messages to people who are away that no mail contains. */
  mailsLost: number;
  /** Messages that several mails contain. */
  mailsTwice: number;
  /** Mails that arrived more than once with the same Message-ID, which mail programs recognize. */
  mailsRepeated: number;
  /** Time from the end of the fault until every message was in a mailbox. */
  mailedMs: number;
  replies: number;
  /** Replies that the mail server accepted and that are not in their conversation. */
  repliesLost: number;
  repliesTwice: number;
  /** Time from the end of the fault until every reply was in its conversation. */
  repliedMs: number;
};

type Mail = { to: string; messageId: string; replyTo: string; text: string };

/**
 * Applies a fault while a person writes to people who are away, and those answer each mail by mail once. Waits until
 * every mail and every reply has arrived, or until `arrivalMs` have passed.
 */
export async function observeMails(
  deployment: Deployment,
  fault: string,
  name: string,
  disturb: () => Promise<void>,
): Promise<ObservedMails> {
  const organization = await deployment.organization();
  const writer = (await organization.add(`${name}-writer`))[`${name}-writer`]!;
  const names = Array.from({ length: awayPeople }, (_, index) => `${name}-away${index}`);
  const away = Object.values(await organization.add(...names)) as Person[];
  for (const person of away)
    await person.api.patch('/settings', { email_notifications_batching_period_seconds: 1 });
  await deployment.caughtUp();
  const ending = new AbortController();
  const sending = keepSending(writer, away, ending.signal);
  const answering = new Answering(deployment, names);
  await sleep(aroundMs);
  await disturb();
  const endedAt = performance.now();
  await sleep(aroundMs);
  ending.abort();
  const sent = await sending;
  const since = () => performance.now() - endedAt;
  const arrived = () => sent.every((content) => answering.mails.some(({ text }) => text.includes(content)));
  await until('every message is mailed', arrived, arrivalMs).catch(() => undefined);
  const mailedMs = since();
  const expected = await answering.finish();
  let replies: string[] = [];
  const answered = async () => {
    await sleep(200);
    replies = await repliesIn(writer, away).catch(() => []);
    return expected.every((text) => replies.includes(text));
  };
  await until('every reply is a message', answered, arrivalMs).catch(() => undefined);
  const repliedMs = since();
  const idsOf = (content: string) =>
    new Set(answering.mails.flatMap(({ text, messageId }) => (text.includes(content) ? [messageId] : [])));
  const ids = answering.mails.map(({ messageId }) => messageId);
  return {
    fault,
    messages: sent.length,
    mailsLost: sent.filter((content) => idsOf(content).size === 0).length,
    mailsTwice: sent.filter((content) => idsOf(content).size > 1).length,
    mailsRepeated: ids.length - new Set(ids).size,
    mailedMs,
    replies: expected.length,
    repliesLost: expected.filter((text) => !replies.includes(text)).length,
    repliesTwice: replies.length - new Set(replies).size,
    repliedMs,
  };
}

/** Sends messages to each person in turn until the signal. Returns their contents; each is sent until it is stored. */
async function keepSending(
  writer: Person,
  away: readonly Person[],
  signal: AbortSignal,
): Promise<readonly string[]> {
  const sent: string[] = [];
  while (!signal.aborted) {
    const content = `message number ${sent.length}.`;
    const to = away[sent.length % away.length]!;
    // A repeated attempt with the same local ID does nothing when the first one was stored.
    const attempt = () =>
      writer
        .sendDirect([to], content, { queue_id: 'mails', local_id: content })
        .catch((error: unknown) => (isTemporary(error) ? undefined : Promise.reject(error)));
    await until(`${content} is sent`, attempt, 60_000);
    sent.push(content);
    await sleep(pauseMs);
  }
  return sent;
}

/** Reads the mails of the named people, and answers each mail once. */
class Answering {
  readonly #deployment: Deployment;
  readonly #names: readonly string[];
  readonly #answers = new Map<string, Promise<string>>();
  readonly #ending = new AbortController();
  readonly #reading: Promise<void>;
  /** The mails that have arrived so far. */
  mails: readonly Mail[] = [];

  constructor(deployment: Deployment, names: readonly string[]) {
    this.#deployment = deployment;
    this.#names = names;
    this.#reading = this.#keepReading();
  }

  /** Ends reading. Returns the texts of all answers when the mail server has accepted them. */
  async finish(): Promise<readonly string[]> {
    this.#ending.abort();
    await this.#reading;
    await this.#read();
    return Promise.all(this.#answers.values());
  }

  async #keepReading(): Promise<void> {
    while (!this.#ending.signal.aborted) {
      // The fault may be that the mail server does not run.
      await this.#read().catch(() => undefined);
      await sleep(500);
    }
  }

  async #read(): Promise<void> {
    const all = mailsIn(await this.#deployment.execute('mail', `cat ${mailbox} 2>/dev/null || true`));
    this.mails = all.filter(({ to }) => this.#names.includes(to.split('@')[0]!));
    for (const { replyTo, to } of this.mails) {
      if (replyTo === '' || this.#answers.has(replyTo)) continue;
      const text = `answer number ${this.#answers.size}`;
      const handed = this.#hand(to, replyTo, text).then(() => text);
      // `finish` reports a failure.
      handed.catch(() => undefined);
      this.#answers.set(replyTo, handed);
    }
  }

  /** Hands a mail over as a mail program does: tries again until the mail server has accepted it. */
  #hand(from: string, to: string, text: string): Promise<unknown> {
    const messageId = `<${text.replaceAll(' ', '-')}-${from}>`;
    const attempt = async () => {
      const transport = createTransport({
        ...this.#deployment.mailServer,
        ignoreTLS: true,
        connectionTimeout: 2_000,
        greetingTimeout: 2_000,
        socketTimeout: 5_000,
      });
      try {
        return (await transport.sendMail({ from, to, messageId, subject: 'Re:', text })).response;
      } catch (error) {
        const { responseCode = 400, response } = error as { responseCode?: number; response?: string };
        if (responseCode >= 500) throw new Error(`The mail server refused a reply: ${response}`);
        return undefined;
      } finally {
        transport.close();
      }
    };
    return until(`${text} is accepted`, attempt, 60_000);
  }
}

/** Returns the mails of a mailbox (mbox), with unfolded headers. */
const mailsIn = (mbox: string): Mail[] =>
  mbox
    .split(/^From (?=\S+ )/m)
    .slice(1)
    .map((text) => {
      const plain = text.replaceAll(/\r?\n[ \t]+/g, ' ');
      const header = (name: string) => new RegExp(`^${name}: *<?([^>\\s]*)`, 'im').exec(plain)?.[1] ?? '';
      return {
        to: header('Delivered-To'),
        messageId: header('Message-ID'),
        replyTo: header('Reply-To'),
        text,
      };
    });

/** Returns what people wrote to a person. */
async function repliesIn(writer: Person, away: readonly Person[]): Promise<string[]> {
  const pages = await Promise.all(
    away.map(async ({ userId }) => {
      const messages = await writer.messages([{ operator: 'dm', operand: [userId] }], { num_before: 1_000 });
      return messages.filter(({ sender_id }) => sender_id === userId).map(({ content }) => content as string);
    }),
  );
  return pages.flat();
}
