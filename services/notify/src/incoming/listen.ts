import { chunksOf, type Logger, listenHost, ParleyError, required } from '@parley/core';
import type { SMTPServerDataStream, SMTPServerSession } from 'smtp-server';
import type { IncomingMail } from '../domain/incoming-mail.ts';
import type { Delivery, ReceiveOutcome } from './delivery.ts';
import { MailServer } from './mail-server.ts';
import type { MailRecipient } from './recipient.ts';
import { MailRefusal, refusalOf } from './refusal.ts';

export type MailInConfig = {
  /** Domain of reply addresses and channel addresses, in lower case. */
  domain: string;
  /** Name of the mail server whose `Authentication-Results` are trusted; empty for none. */
  authservId: string;
  host: string;
  /** TCP port; 0 for any free port. */
  port: number;
  maxBytes: number;
};

/** `resolve`, `parse` and `receive` throw a `MailRefusal` for what is not accepted. */
export type MailHandlers = {
  resolve(address: string): Promise<MailRecipient>;
  parse(raw: Uint8Array<ArrayBuffer>): Promise<IncomingMail>;
  receive(recipient: MailRecipient, delivery: Delivery): Promise<ReceiveOutcome>;
  count(outcome: ReceiveOutcome | 'refused' | 'deferred'): void;
};

export type MailListener = { port: number; stop(): Promise<void> };

const maxConnections = 100;
/** Over LMTP. Over SMTP the maximum is 1, because SMTP has one reply for all recipients. */
const maxRecipients = 50;
/** Number of refused recipients after which a connection is closed, because the client seems to guess addresses. */
const maxRefused = 20;
const idleMs = 60_000;
const closeWithinMs = 8_000;
/** Maximum size of all mails in memory, as a multiple of the maximum size of one mail. */
const heldMails = 3;

/**
 * Starts the SMTP and LMTP server that receives mail from the organization's mail server. The reply is sent after the mail was
 * handled: 250 means that its message is stored, or that the mail becomes no message (automatic mail, delivery report). With
 * 5xx, the other server sends one bounce to the sender. With 4xx, it delivers the mail again.
 */
export async function listenForMail(
  config: MailInConfig,
  handlers: MailHandlers,
  logger: Logger,
): Promise<MailListener> {
  const { host, port } = config;
  const { server } = new MailIn(config, handlers, logger);
  // `reusePort` lets several replicas on one machine share the port. Replicas on other machines have their own addresses.
  const listening = server.listen({ host: listenHost(host), port, reusePort: true });
  await new Promise<void>((resolve, reject) => listening.once('listening', resolve).once('error', reject));
  const bound = listening.address();
  return {
    port: typeof bound === 'object' && bound ? bound.port : port,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Accepts recipients and mails, each with the reply that the other server gets. */
class MailIn {
  readonly server: MailServer;
  readonly #handlers: MailHandlers;
  readonly #logger: Logger;
  readonly #maxBytes: number;
  readonly #memory: Memory;
  readonly #sessions = new WeakMap<SMTPServerSession, Session>();

  constructor({ domain, maxBytes }: MailInConfig, handlers: MailHandlers, logger: Logger) {
    this.#handlers = handlers;
    this.#logger = logger;
    this.#maxBytes = maxBytes;
    this.#memory = { left: heldMails * maxBytes };
    this.server = new MailServer({
      name: domain,
      banner: 'Parley',
      size: maxBytes,
      maxClients: maxConnections,
      maxRecipients,
      socketTimeout: idleMs,
      closeTimeout: closeWithinMs,
      disabledCommands: ['AUTH', 'STARTTLS'],
      authOptional: true,
      disableReverseLookup: true,
      hideSTARTTLS: true,
      hideDSN: true,
      onMailFrom: (_address, session, callback) => {
        this.#stateOf(session).recipients.clear();
        callback();
      },
      onRcptTo: ({ address }, session, callback) => {
        this.#addRecipient(session, address)
          .then(() => callback())
          .catch((error: unknown) => {
            const refusal = refusalOf(error);
            callback(refusal);
            if (refusal.responseCode >= 500) this.#countRefused(session);
          });
      },
      onData: (stream, session, callback) => {
        this.#takeMail(stream, session).then((replies) => {
          if (isLmtp(session)) return callback(null, replies);
          const [reply] = replies;
          if (reply instanceof Error) callback(reply);
          else callback(null, reply);
        }, callback);
      },
    });
  }

  #stateOf(session: SMTPServerSession): Session {
    const known = this.#sessions.get(session) ?? { recipients: new Map(), refused: 0 };
    this.#sessions.set(session, known);
    return known;
  }

  async #addRecipient(session: SMTPServerSession, address: string): Promise<void> {
    const { recipients } = this.#stateOf(session);
    if (!isLmtp(session) && recipients.size > 0 && !recipients.has(address.toLowerCase())) {
      throw new MailRefusal(452, 'Please send the mail to each recipient separately.');
    }
    recipients.set(address.toLowerCase(), await this.#handlers.resolve(address));
  }

  #countRefused(session: SMTPServerSession): void {
    const state = this.#stateOf(session);
    state.refused++;
    if (state.refused >= maxRefused) this.server.disconnect(session.id);
  }

  /** Handles a mail. Returns one reply for each recipient, in their order. */
  async #takeMail(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<Reply[]> {
    const { rcptTo, mailFrom } = session.envelope;
    const sender = mailFrom === false ? '' : mailFrom.address;
    const held = new HeldMail(this.#memory, this.#maxBytes);
    try {
      const mail = await this.#handlers.parse(await held.read(stream));
      const replies: Reply[] = [];
      for (const { address } of rcptTo) {
        const { recipients } = this.#stateOf(session);
        const recipient = required(recipients.get(address.toLowerCase()), 'recipient of the mail');
        replies.push(await this.#takeFor(recipient, { mail, sender }));
      }
      return replies;
    } catch (error) {
      const refusal = this.#report(error);
      return rcptTo.map(() => refusal);
    } finally {
      held.release();
    }
  }

  async #takeFor(recipient: MailRecipient, delivery: Delivery): Promise<Reply> {
    try {
      const outcome = await this.#handlers.receive(recipient, delivery);
      this.#handlers.count(outcome);
      return texts[outcome];
    } catch (error) {
      return this.#report(error);
    }
  }

  #report(error: unknown): MailRefusal {
    const refusal = refusalOf(error);
    const isTemporary = refusal.responseCode < 500;
    this.#handlers.count(isTemporary ? 'deferred' : 'refused');
    const { cause } = refusal;
    const about = { responseCode: refusal.responseCode, reason: refusal.message };
    if (isTemporary && cause !== undefined)
      this.#logger.warn(
        { err: cause, ...about },
        'a mail was not accepted; its server must deliver it again',
      );
    else
      this.#logger.info(
        { ...about, ...(cause instanceof ParleyError && { code: cause.code }) },
        'a mail was refused',
      );
    return refusal;
  }
}

/** The state of a connection. */
type Session = {
  /** Recipients of the current mail, by address in lower case. */
  recipients: Map<string, MailRecipient>;
  /** Number of recipients that were refused so far. */
  refused: number;
};

/** Reply to a recipient's mail: the text of success, or the error. */
type Reply = string | Error;

const texts: Readonly<Record<ReceiveOutcome, string>> = {
  posted: 'The mail was posted.',
  repeated: 'The mail was posted before.',
  ignored: 'Automatic mail is ignored.',
  bounced: 'The report was taken.',
  explained: 'The mail was not posted. Its sender gets an explanation.',
};

const isLmtp = ({ openingCommand }: SMTPServerSession): boolean => openingCommand === 'LHLO';

/** Number of bytes that further mails may take in memory. */
type Memory = { left: number };

/** Buffers one mail in memory. Its size is subtracted from the shared limit until it is released. */
class HeldMail {
  readonly #memory: Memory;
  readonly #maxBytes: number;
  #size = 0;

  constructor(memory: Memory, maxBytes: number) {
    this.#memory = memory;
    this.#maxBytes = maxBytes;
  }

  /** The rest beyond a limit is discarded. @throws MailRefusal when it is too large, or memory is used */
  async read(stream: SMTPServerDataStream): Promise<Uint8Array<ArrayBuffer>> {
    const chunks: Buffer[] = [];
    let isBusy = false;
    for await (const chunk of chunksOf(stream)) {
      if (isBusy || this.#size > this.#maxBytes) continue;
      isBusy = this.#memory.left < chunk.length;
      if (isBusy) continue;
      this.#size += chunk.length;
      this.#memory.left -= chunk.length;
      chunks.push(chunk);
    }
    if (stream.sizeExceeded || this.#size > this.#maxBytes) {
      throw new MailRefusal(552, `The mail is larger than ${Math.floor(this.#maxBytes / 2 ** 20)} MiB.`);
    }
    if (isBusy) throw new MailRefusal(452, 'The server takes too many mails at the same time.');
    // A separate buffer is needed, because it is transferred to a worker thread.
    const raw = new Uint8Array(this.#size);
    let at = 0;
    for (const chunk of chunks) {
      raw.set(chunk, at);
      at += chunk.length;
    }
    return raw;
  }

  release(): void {
    this.#memory.left += this.#size;
    this.#size = 0;
  }
}
