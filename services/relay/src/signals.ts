import { MAX_SIGNAL_BYTES } from '@parley/event-log';
import { Event, Origin } from '@parley/proto/events/v1/event';
import type { LoggedEvent } from '@parley/proto/events/v1/log';
import type { Telemetry } from './telemetry.ts';

/** Maximum number of signals in one entry, and the maximum number of bytes that they take. */
export const SIGNALS_PER_ENTRY = 16;
export const SIGNALS_BYTES = SIGNALS_PER_ENTRY * (MAX_SIGNAL_BYTES + 64);

/** Excess signals are dropped: a signal, such as "is typing", may be lost. */
const MAX_WAITING = 1024;
/** Time in milliseconds for which signals are collected when there is no event with which they could be published. */
const GATHER_MS = 10;

/** Signals (ephemeral events that are not stored in the database) that wait for the next entry of the log. */
export class SignalBuffer {
  readonly #telemetry: Pick<Telemetry, 'signalDropped'>;
  readonly #onDue: () => void;
  #waiting: LoggedEvent[] = [];
  #isDue = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(telemetry: Pick<Telemetry, 'signalDropped'>, onDue: () => void) {
    this.#telemetry = telemetry;
    this.#onDue = onDue;
  }

  get isDue(): boolean {
    return this.#isDue && this.#waiting.length > 0;
  }

  /** Drops and counts what is no signal or too large, and signals beyond the limit. */
  add(encoded: Uint8Array): void {
    if (this.#waiting.length >= MAX_WAITING || encoded.length > MAX_SIGNAL_BYTES || !isSignal(encoded)) {
      this.#telemetry.signalDropped();
      return;
    }
    this.#waiting.push({
      commitLsn: 0,
      index: 0,
      transactionId: 0,
      timeline: 0,
      assignedId: 0,
      committedAtUs: Date.now() * 1000,
      event: Buffer.from(encoded),
    });
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#isDue = true;
      this.#onDue();
    }, GATHER_MS);
  }

  take(max: number): LoggedEvent[] {
    const taken = this.#waiting.splice(0, max);
    if (this.#waiting.length === 0) this.#isDue = false;
    return taken;
  }

  /** Drops and counts the waiting signals. The next session begins without them. */
  stop(): void {
    clearTimeout(this.#timer);
    for (const _ of this.#waiting.splice(0)) this.#telemetry.signalDropped();
  }
}

function isSignal(encoded: Uint8Array): boolean {
  try {
    return Event.decode(encoded).origin === Origin.SIGNAL;
  } catch {
    return false;
  }
}
