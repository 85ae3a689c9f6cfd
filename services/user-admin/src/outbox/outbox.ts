import { errorMessage, every, type Logger, type Repeating, type Sealer } from '@parley/core';
import type { Db, Tx } from '@parley/db';
import type { ChannelId, UserId } from '@parley/rules';
import { claimOutgoing, deleteOutgoing, insertOutgoing } from './db/outbox.ts';

/** A message from a system bot to a person or a channel. */
export type BotMessage = {
  /** Idempotency key (UUID). A message that is delivered twice is stored once. */
  sendKey: string;
  fromUserId: UserId;
  content: string;
} & (
  | { toUserId: UserId; toChannel?: never }
  | { toChannel: { channelId: ChannelId; topic: string }; toUserId?: never }
);

/** A plain-text mail, which the service `notify` sends. */
export type Mail = {
  /** The person with whose account the mail is concerned; absent if there is no account yet. */
  userId?: UserId;
  to: string;
  subject: string;
  text: string;
};

export type Outgoing = { mail: Mail } | { message: BotMessage };

const everyMs = 10_000;
const retrySeconds = 30;
/** Maximum number of attempts. Because of the growing delays they take about 17 hours. */
const maxAttempts = 16;

export type OutboxOptions = {
  db: Db;
  sealer: Sealer;
  /** Delivers an entry. @param key idempotency key, which is the same at each attempt */
  deliver: (outgoing: Outgoing, key: string) => Promise<void>;
  logger: Logger;
  count: (outcome: 'sent' | 'failed' | 'dropped') => void;
};

/**
 * Mails and messages that are sent after a transaction. They are stored encrypted in the transaction, and any replica delivers
 * them after the commit, with retries. After a crash, an entry may be delivered again. It then has the same key, by which the
 * receiver recognizes it. Entries wait while the organization is deactivated.
 */
export class Outbox {
  readonly #options: OutboxOptions;
  #polling: Repeating | undefined;
  #running: Promise<void> | undefined;
  #isKicked = false;
  #isStopped = false;

  constructor(options: OutboxOptions) {
    this.#options = options;
  }

  /** Stores a mail or message. To deliver it immediately, call `kick` after the commit. */
  queue(tx: Tx, outgoing: Outgoing): Promise<void> {
    const recipientId = 'mail' in outgoing ? outgoing.mail.userId : outgoing.message.toUserId;
    return insertOutgoing(tx, this.#options.sealer.seal(JSON.stringify(outgoing), 0), recipientId);
  }

  /** Starts delivering due entries immediately. */
  kick(): void {
    this.#isKicked = true;
    if (this.#isStopped) return;
    this.#running ??= this.#deliverDue()
      .catch((error: Error) =>
        this.#options.logger.warn({ reason: error.message }, 'could not read the outbox'),
      )
      .finally(() => {
        this.#running = undefined;
      });
  }

  start(): void {
    this.#polling = every(everyMs, () => this.kick());
  }

  /** Stops after the current delivery. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#polling?.stop();
    await this.#running;
  }

  async #deliverDue(): Promise<void> {
    do {
      this.#isKicked = false;
      while (!this.#isStopped && (await this.#deliverNext()));
    } while (this.#isKicked && !this.#isStopped);
  }

  async #deliverNext(): Promise<boolean> {
    const { db, sealer, deliver, logger, count } = this.#options;
    const claimed = await claimOutgoing(db, retrySeconds);
    if (!claimed) return false;
    const { outboxId, sealed, attempts } = claimed;
    try {
      await deliver(JSON.parse(sealer.open(sealed, 0)) as Outgoing, `user-admin-${outboxId}`);
      await deleteOutgoing(db, outboxId);
      count('sent');
    } catch (error) {
      const isLast = attempts >= maxAttempts;
      if (isLast) await deleteOutgoing(db, outboxId);
      count(isLast ? 'dropped' : 'failed');
      logger.warn(
        { reason: errorMessage(error), outboxId, attempts, isLast },
        'could not deliver a mail or message',
      );
    }
    return true;
  }
}
