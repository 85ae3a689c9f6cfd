import { type Client, connectivityState } from '@grpc/grpc-js';

/**
 * Time in milliseconds after its start at which a replica gets its full share of calls. Until then it is slower,
 * because its code is still being compiled.
 */
export const slowStartMs = 5_000;
/**
 * A replica that was unreachable for less than this time, in milliseconds, only lost its connection and did not
 * restart.
 */
const blinkMs = 500;
/** The part of its full share of calls that a replica gets directly after its start. */
const leastShare = 0.05;

/** One replica of a service, with its connection. */
export class Replica {
  readonly client: Client;
  /** Time in milliseconds of `performance.now()`. */
  #upSince: number | undefined;
  #awaySince: number | undefined;

  constructor(client: Client) {
    this.client = client;
  }

  /** Returns whether the replica can be called now. When it cannot, the connection is opened. */
  isConnected(now = performance.now()): boolean {
    const isConnected = this.client.getChannel().getConnectivityState(true) === connectivityState.READY;
    if (!isConnected) this.#awaySince ??= now;
    else {
      if (this.#awaySince !== undefined && now - this.#awaySince >= blinkMs) this.#upSince = undefined;
      this.#awaySince = undefined;
      this.#upSince ??= now;
    }
    return isConnected;
  }

  /**
   * Returns the part of a full share of calls that the replica should get, from 0 to 1. It grows during `slowStartMs`.
   */
  share(now: number): number {
    if (this.#upSince === undefined) return 0;
    return Math.min(1, leastShare + (1 - leastShare) * ((now - this.#upSince) / slowStartMs));
  }

  /** Resolves when the replica is connected, or at the given time (milliseconds since the Unix epoch). */
  ready(until: number): Promise<void> {
    return new Promise((resolve) => this.client.waitForReady(until, () => resolve()));
  }
}
