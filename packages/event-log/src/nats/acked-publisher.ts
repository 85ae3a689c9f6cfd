import { JetStreamApiError } from '@nats-io/jetstream';
import {
  createInbox,
  headers,
  type Msg,
  type MsgHdrs,
  type NatsConnection,
  errors as natsErrors,
} from '@nats-io/transport-node';
import { asError, later } from '@parley/core';

/** What must hold so that a message is stored. */
export type Expected = {
  /** The stream that stores it. */
  stream?: string;
  /** Sequence of the stream's last message. */
  lastSequence?: number;
  /** Sequence of the last message with the same subject; 0 when there must be none. */
  lastSubjectSequence?: number;
};

type Waiting = {
  readonly subject: string;
  readonly untilMs: number;
  readonly resolve: (sequence: number) => void;
  readonly reject: (error: Error) => void;
};

type Acknowledgement = {
  seq: number;
  error?: ConstructorParameters<typeof JetStreamApiError>[0];
};

const publishers = new WeakMap<NatsConnection, AckedPublisher>();

export function ackedPublisherOf(nats: NatsConnection): AckedPublisher {
  let publisher = publishers.get(nats);
  if (!publisher) {
    publisher = new AckedPublisher(nats);
    publishers.set(nats, publisher);
  }
  return publisher;
}

/**
 * Stores messages in streams, and waits for their acknowledgements. For each request, the client library makes a timer, a race of
 * promises and an error with its stack, which is a large part of the cost of a small message. Here all messages of a connection share
 * one subscription and one timer.
 */
class AckedPublisher {
  readonly #nats: NatsConnection;
  readonly #inbox = createInbox();
  readonly #waiting = new Map<string, Waiting>();
  #isSubscribed = false;
  #last = 0;
  /** Time at which the timer fires; Infinity while none is set. */
  #watchedMs = Number.POSITIVE_INFINITY;
  #cancelTimer: () => void = () => undefined;

  constructor(nats: NatsConnection) {
    this.#nats = nats;
  }

  /**
   * Stores a message and returns its sequence.
   * @throws JetStreamApiError when NATS refuses it; another error of the client library when there is no answer within `timeoutMs`, so
   * that the outcome is unknown
   */
  async publish(
    subject: string,
    data: Uint8Array,
    { expected, timeoutMs }: { expected: Expected; timeoutMs: number },
  ): Promise<number> {
    if (this.#nats.isClosed()) throw new natsErrors.ClosedConnectionError();
    this.#subscribe();
    const reply = `${this.#inbox}.${++this.#last}`;
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    const untilMs = performance.now() + timeoutMs;
    this.#waiting.set(reply, { subject, untilMs, resolve, reject });
    this.#watch(untilMs);
    try {
      this.#nats.publish(subject, data, { reply, headers: headersOf(expected) });
    } catch (error) {
      this.#waiting.delete(reply);
      throw error;
    }
    return promise;
  }

  #subscribe(): void {
    if (this.#isSubscribed) return;
    this.#nats.subscribe(`${this.#inbox}.*`, {
      callback: (error, message) => {
        if (!error) this.#answered(message);
      },
    });
    this.#isSubscribed = true;
    void this.#nats.closed().then(() => this.#end());
  }

  /** No further acknowledgement can arrive. */
  #end(): void {
    this.#cancelTimer();
    this.#watchedMs = Number.POSITIVE_INFINITY;
    for (const { reject } of this.#waiting.values()) reject(new natsErrors.RequestError('connection closed'));
    this.#waiting.clear();
  }

  #answered(message: Msg): void {
    const waiting = this.#waiting.get(message.subject);
    if (!waiting) return;
    this.#waiting.delete(message.subject);
    try {
      // Nobody stores the subject: the stream has no leader, or does not exist.
      if (message.data.length === 0) throw new natsErrors.NoRespondersError(waiting.subject);
      const { seq, error } = message.json<Acknowledgement>();
      if (error) throw new JetStreamApiError(error);
      waiting.resolve(seq);
    } catch (error) {
      waiting.reject(asError(error));
    }
  }

  /** Sets the timer to a deadline if it is the earliest one. It stays set when its message is acknowledged. */
  #watch(untilMs: number): void {
    if (untilMs >= this.#watchedMs) return;
    this.#cancelTimer();
    this.#watchedMs = untilMs;
    this.#cancelTimer = later(Math.max(0, untilMs - performance.now()), () => this.#expire());
  }

  #expire(): void {
    this.#watchedMs = Number.POSITIVE_INFINITY;
    const nowMs = performance.now();
    let nextMs = Number.POSITIVE_INFINITY;
    for (const [reply, { untilMs, reject }] of this.#waiting) {
      if (untilMs > nowMs) nextMs = Math.min(nextMs, untilMs);
      else {
        this.#waiting.delete(reply);
        reject(new natsErrors.TimeoutError());
      }
    }
    if (nextMs < Number.POSITIVE_INFINITY) this.#watch(nextMs);
  }
}

function headersOf({ stream, lastSequence, lastSubjectSequence }: Expected): MsgHdrs {
  const made = headers();
  if (stream !== undefined) made.set('Nats-Expected-Stream', stream);
  if (lastSequence !== undefined) made.set('Nats-Expected-Last-Sequence', String(lastSequence));
  if (lastSubjectSequence !== undefined)
    made.set('Nats-Expected-Last-Subject-Sequence', String(lastSubjectSequence));
  return made;
}
