import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';

/** Maximum number of connections to one address. */
const perAddress = 32;
/** Milliseconds after which an unused connection is closed. */
const idleMs = 15_000;
/** Milliseconds for which the checked IP address of a host is used again. */
const addressMs = 30_000;
const maxAddresses = 1_000;

/**
 * Keeps connections to other hosts for several requests, and the checked IP addresses of these hosts. A connection leads to the
 * IP address that was checked when it was opened. It serves only requests to that IP address, and over HTTPS only requests to the
 * same host.
 */
export class ConnectionPool {
  readonly http = new HttpAgent({ keepAlive: true, maxSockets: perAddress, timeout: idleMs });
  readonly https = new HttpsAgent({ keepAlive: true, maxSockets: perAddress, timeout: idleMs });
  readonly #addresses = new Map<string, { address: string; untilMs: number }>();

  /** Returns the IP address of a host and port (`host:port`) if it was checked recently; otherwise undefined. */
  addressOf(place: string, nowMs: number): string | undefined {
    const known = this.#addresses.get(place);
    return known && known.untilMs > nowMs ? known.address : undefined;
  }

  /** Stores the checked IP address of a host and port. */
  keep(place: string, address: string, nowMs: number): void {
    this.#addresses.delete(place);
    if (this.#addresses.size >= maxAddresses)
      for (const oldest of this.#addresses.keys().take(1)) this.#addresses.delete(oldest);
    this.#addresses.set(place, { address, untilMs: nowMs + addressMs });
  }

  /** Removes the IP address of a host and port, for instance after a failure. */
  forget(place: string): void {
    this.#addresses.delete(place);
  }

  close(): void {
    this.http.destroy();
    this.https.destroy();
  }
}
