import { MAX_SIGNAL_BYTES } from '@parley/event-log';
import { Event, Origin } from '@parley/proto/events/v1/event';
import type { LoggedEvent } from '@parley/proto/events/v1/log';
import type { Telemetry } from './telemetry.ts';

/** Signals taken along with one entry at most, and the room they may need in it. */
export const SIGNALS_PER_ENTRY = 16;
export const SIGNALS_BYTES = SIGNALS_PER_ENTRY * (MAX_SIGNAL_BYTES + 64);

/** Signals waiting at most; more are dropped: they are nobody's truth. */
const MAX_WAITING = 1024;
/** How long a signal waits for company when no committed event takes it along. */
const GATHER_MS = 10;

/** Signals on their way into the log. */
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

  /** Takes an encoded Event; what is no signal, or too many, is dropped and counted. */
  add(encoded: Uint8Array): void {
    if (this.#waiting.length >= MAX_WAITING || encoded.length > MAX_SIGNAL_BYTES || !isSignal(encoded)) {
      this.#telemetry.signalDropped();
      return;
    }
    this.#waiting.push({
      commitLsn: 0,
      index: 0,
      transactionId: 0,
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

  stop(): void {
    clearTimeout(this.#timer);
  }
}

function isSignal(encoded: Uint8Array): boolean {
  try {
    return Event.decode(encoded).origin === Origin.SIGNAL;
  } catch {
    return false;
  }
}
