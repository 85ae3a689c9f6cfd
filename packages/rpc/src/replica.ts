import { type Client, connectivityState } from '@grpc/grpc-js';

/** How long after it came up a replica gets its full share of calls: until then it compiles its code as it serves. */
export const slowStartMs = 5_000;
/** A replica that was away for less has lost a connection; it has not restarted. */
const blinkMs = 500;
/** The share of its share that it gets first. */
const leastShare = 0.05;

/** One replica of a service and how it is connected. */
export class Replica {
  readonly client: Client;
  /** Milliseconds of `performance.now()`. */
  #upSince: number | undefined;
  #awaySince: number | undefined;

  constructor(client: Client) {
    this.client = client;
  }

  /** Whether it can be called now; if not, it is connected to from now on. */
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

  /** How much of a full share of calls it should get, 0 to 1: little right after it came up, all after `slowStartMs`. */
  share(now: number): number {
    if (this.#upSince === undefined) return 0;
    return Math.min(1, leastShare + (1 - leastShare) * ((now - this.#upSince) / slowStartMs));
  }

  /** Resolves when it is connected, at the latest at the time given in milliseconds since the Unix epoch. */
  ready(until: number): Promise<void> {
    return new Promise((resolve) => this.client.waitForReady(until, () => resolve()));
  }
}
