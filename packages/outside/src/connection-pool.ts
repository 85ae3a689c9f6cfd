import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';

/** Maximum number of connections to one address. */
const perAddress = 32;
/** Time after which a connection without requests is closed, in milliseconds. */
const idleMs = 15_000;
/** Time for which the checked address of a host is reused, in milliseconds. */
const addressMs = 30_000;
const maxAddresses = 1_000;

/**
 * Connections to other hosts that are used for several requests, and the checked addresses of these hosts. A connection
 * is checked when it is opened; it leads to the address that was checked, and is shared only by requests to the same
 * host.
 */
export class ConnectionPool {
  readonly http = new HttpAgent({ keepAlive: true, maxSockets: perAddress, timeout: idleMs });
  readonly https = new HttpsAgent({ keepAlive: true, maxSockets: perAddress, timeout: idleMs });
  readonly #addresses = new Map<string, { address: string; untilMs: number }>();

  /** Returns the checked address of a place (`host:port`), if it was checked a short time ago. */
  addressOf(place: string, nowMs: number): string | undefined {
    const known = this.#addresses.get(place);
    return known && known.untilMs > nowMs ? known.address : undefined;
  }

  /** Stores the checked address of a place. */
  keep(place: string, address: string, nowMs: number): void {
    this.#addresses.delete(place);
    if (this.#addresses.size >= maxAddresses) this.#addresses.delete(this.#addresses.keys().next().value!);
    this.#addresses.set(place, { address, untilMs: nowMs + addressMs });
  }

  /** Forgets the address of a place, for instance after a failure. */
  forget(place: string): void {
    this.#addresses.delete(place);
  }

  /** Closes all connections. */
  close(): void {
    this.http.destroy();
    this.https.destroy();
  }
}
