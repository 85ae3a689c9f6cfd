import type { Logger } from '@parley/core';
import type { Db, Tx } from '@parley/db';
import { claimOutgoing, deleteOutgoing, insertOutgoing } from '../db/outbox.ts';
import type { Sealer } from '../domain/sealing.ts';
import type { Mail } from './mail-transport.ts';

/** A direct message of one of the server's bots. */
export type BotMessage = {
  /** UUID: a message that is handed over twice is sent once. */
  sendKey: string;
  fromUserId: number;
  toUserId: number;
  content: string;
};

export type Outgoing = { mail: Mail } | { message: BotMessage };

/**
 * Mail and messages leave with the transaction that wants them: they are stored there, sealed, and handed over
 * afterwards by whichever replica comes first, again and again until that works. A crash in between sends a mail twice
 * rather than not at all.
 */
export type Outbox = {
  /** Stores something; `kick` after the commit hands it over at once. */
  queue(tx: Tx, outgoing: Outgoing): Promise<void>;
  kick(): void;
  start(): void;
  stop(): Promise<void>;
};

const everyMs = 10_000;
const retrySeconds = 30;
/** With doubling waits: about a day. */
const maxAttempts = 16;

export type OutboxOptions = {
  db: Db;
  sealer: Sealer;
  handOver: (outgoing: Outgoing) => Promise<void>;
  logger: Logger;
  count: (outcome: 'sent' | 'failed' | 'dropped') => void;
};

/** Hands mails over to the mail server, each at least once, from whichever replica comes first. */
export function createOutbox({ db, sealer, handOver, logger, count }: OutboxOptions): Outbox {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let isKicked = false;
  let isStopped = false;

  async function empty(): Promise<void> {
    do {
      isKicked = false;
      while (!isStopped && (await sendNext()));
    } while (isKicked && !isStopped);
  }

  /** False when nothing is due. */
  async function sendNext(): Promise<boolean> {
    const claimed = await claimOutgoing(db, retrySeconds);
    if (!claimed) return false;
    const { outboxId, sealed, attempts } = claimed;
    try {
      await handOver(JSON.parse(sealer.open(sealed, 0)) as Outgoing);
      await deleteOutgoing(db, outboxId);
      count('sent');
    } catch (error) {
      const isLast = attempts >= maxAttempts;
      if (isLast) await deleteOutgoing(db, outboxId);
      count(isLast ? 'dropped' : 'failed');
      logger.warn(
        { reason: (error as Error).message, outboxId, attempts, isLast },
        'mail or message not sent',
      );
    }
    return true;
  }

  function kick(): void {
    isKicked = true;
    if (isStopped) return;
    running ??= empty()
      .catch((error: Error) => logger.warn({ reason: error.message }, 'outbox cannot be read'))
      .finally(() => {
        running = undefined;
      });
  }

  return {
    queue: (tx, outgoing) => insertOutgoing(tx, sealer.seal(JSON.stringify(outgoing), 0)),
    kick,
    start() {
      timer = setInterval(kick, everyMs);
      timer.unref();
    },
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await running;
    },
  };
}
