import { type Client, connectivityState } from '@grpc/grpc-js';

/**
 * Time after its start at which a replica gets its full share of calls. Until then it is slower, because it still
 * compiles its code.
 */
export const slowStartMs = 5_000;
/** A replica that was unreachable for less time than this lost only its connection; it did not restart. */
const blinkMs = 500;
/** The part of its full share that a replica gets right after its start. */
const leastShare = 0.05;

/** One replica of a service, with its connection. */
export class Replica {
  readonly client: Client;
  /** In milliseconds of `performance.now()`. */
  #upSince: number | undefined;
  #awaySince: number | undefined;

  constructor(client: Client) {
    this.client = client;
  }

  /** Returns whether the replica can be called now. If it cannot, the connection is opened. */
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
   * Returns the part of a full share of calls that the replica should get now, 0 to 1. It grows during `slowStartMs`.
   */
  share(now: number): number {
    if (this.#upSince === undefined) return 0;
    return Math.min(1, leastShare + (1 - leastShare) * ((now - this.#upSince) / slowStartMs));
  }

  /** Resolves when the replica is connected, or at the given time in milliseconds since the Unix epoch. */
  ready(until: number): Promise<void> {
    return new Promise((resolve) => this.client.waitForReady(until, () => resolve()));
  }
}
