import { sleep } from '@parley/core';

/** What the heartbeats of a gateway say about the generation of the server. */
export type AnnouncedGeneration = {
  /** The release of the gateway. */
  readonly release: string;
  /** Unix time in seconds at which the generation began. */
  readonly beganAt: number;
};

export type GenerationOptions = {
  release: string;
  /** Unix time in seconds at which this gateway started. */
  startedAt: number;
  /** Longest wait for other gateways, in milliseconds. Default 1 s. */
  withinMs?: number;
};

const defaultWithinMs = 1_000;

/**
 * The generation of the server, which all gateways share (docs/api/register.md#server-generation): the time at which a
 * gateway started while no other one of its release ran. A gateway that joins others of its release takes over theirs.
 * Of different generations the latest wins everywhere, so the value never decreases.
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

  /** The generation for heartbeats. Undefined until this gateway has taken over a generation or begun one. */
  get announced(): AnnouncedGeneration | undefined {
    return this.#isSettled ? { release: this.#release, beganAt: this.#beganAt } : undefined;
  }

  /** Records the generation of another gateway. One of an earlier release announces none. */
  receive(announced: AnnouncedGeneration | undefined): void {
    if (!announced || !Number.isSafeInteger(announced.beganAt)) return;
    this.#beganAt = Math.max(this.#beganAt, announced.beganAt);
    if (announced.release === this.#release) this.#isReleaseKnown = true;
  }

  /** Takes over the generation of others, or begins one. Must be called when the heartbeats of all others were received. */
  settle(): void {
    if (this.#isSettled) return;
    this.#isSettled = true;
    // The clock of the machine on which the former generation began may have been ahead.
    if (!this.#isReleaseKnown) this.#beganAt = Math.max(this.#startedAt, this.#beganAt + 1);
    this.#settled.resolve();
  }

  /**
   * Returns the Unix time in seconds at which the generation began. After a start it waits for the other gateways. When
   * they cannot be reached in time, this gateway begins a generation.
   */
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
