import { type Client, connectivityState } from '@grpc/grpc-js';

/** Milliseconds after its start until a replica gets its full share of calls: its code is still being compiled. */
export const slowStartMs = 5_000;
/** A replica that was unreachable for fewer milliseconds has only lost its connection, and not restarted. */
const blinkMs = 500;
/** The fraction of the full share of calls that a replica gets immediately after its start. */
const leastShare = 0.05;

/** The connection to one replica of a service. */
export class Replica {
  readonly client: Client;
  /** Monotonic time since which the replica has been running, as far as this client knows. */
  #upSince: number | undefined;
  #awaySince: number | undefined;

  constructor(client: Client) {
    this.client = client;
  }

  /** Returns whether the replica can be called now. Otherwise it starts to connect. */
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

  /** Returns the fraction of a full share of calls that the replica should get. It grows to 1 during `slowStartMs`. */
  share(now: number): number {
    if (this.#upSince === undefined) return 0;
    return Math.min(1, leastShare + (1 - leastShare) * ((now - this.#upSince) / slowStartMs));
  }

  /** Resolves when the replica is connected, or at the time `until`, in milliseconds since the Unix epoch. */
  ready(until: number): Promise<void> {
    return new Promise((resolve) => this.client.waitForReady(until, () => resolve()));
  }
}
