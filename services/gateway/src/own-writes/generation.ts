import { sleep } from '@parley/core';

/** The generation of the server, as heartbeats between gateways contain it. */
export type AnnouncedGeneration = {
  readonly release: string;
  /** Unix time in seconds at which the generation began. */
  readonly beganAt: number;
};

export type GenerationOptions = {
  release: string;
  /** Unix time in seconds at which this gateway started. */
  startedAt: number;
  /** Maximum time to wait for other gateways, in milliseconds. Default 1 s. */
  withinMs?: number;
};

const defaultWithinMs = 1_000;

/**
 * The generation of the server (docs/glossary.md#events), which all gateways share (docs/api/register.md#server-generation). It is the Unix time at which
 * a gateway started while no other gateway of the same release ran. A gateway that starts while others of its release run takes
 * over their generation. When gateways know different generations, all of them adopt the latest one, so the value never
 * decreases.
 */
export class Generation {
  readonly #release: string;
  readonly #startedAt: number;
  readonly #withinMs: number;
  readonly #settled = Promise.withResolvers<void>();
  #waiting: Promise<void> | undefined;
  /** The latest generation that this gateway knows; 0 when it knows none. */
  #beganAt = 0;
  #isReleaseKnown = false;
  #isSettled = false;

  constructor({ release, startedAt, withinMs = defaultWithinMs }: GenerationOptions) {
    this.#release = release;
    this.#startedAt = startedAt;
    this.#withinMs = withinMs;
  }

  /** The generation to send in heartbeats; undefined until this gateway has adopted or begun one. */
  get announced(): AnnouncedGeneration | undefined {
    return this.#isSettled ? { release: this.#release, beganAt: this.#beganAt } : undefined;
  }

  /** Undefined from a gateway that has none yet, or of an earlier release. */
  receive(announced: AnnouncedGeneration | undefined): void {
    if (!announced || !Number.isSafeInteger(announced.beganAt)) return;
    this.#beganAt = Math.max(this.#beganAt, announced.beganAt);
    if (announced.release === this.#release) this.#isReleaseKnown = true;
  }

  /** Must be called after a heartbeat of each other gateway was received. */
  settle(): void {
    if (this.#isSettled) return;
    this.#isSettled = true;
    // The new generation must be later than every known one, even when the clock of another machine is ahead.
    if (!this.#isReleaseKnown) this.#beganAt = Math.max(this.#startedAt, this.#beganAt + 1);
    this.#settled.resolve();
  }

  /** Unix seconds. Soon after the start, waits for heartbeats, and otherwise begins a generation. */
  async read(): Promise<number> {
    if (!this.#isSettled) {
      this.#waiting ??= Promise.race([
        this.#settled.promise,
        sleep(this.#withinMs).then(() => this.settle()),
      ]);
      await this.#waiting;
    }
    return this.#beganAt;
  }
}
