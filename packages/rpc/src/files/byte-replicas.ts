import { required } from '@parley/core';
import type { Lookup } from '../replicas/addresses.ts';
import { NameWatch } from '../replicas/name-watch.ts';

/** Milliseconds for which a replica is tried last after it did not answer. */
const suspectMs = 5_000;

/** The network address of a replica. */
export type Endpoint = { readonly host: string; readonly port: number };

/** The replicas of a service, for clients that open one connection per call. */
export class ByteReplicas {
  readonly #watch: NameWatch;
  readonly #byAddress = new Map<string, Endpoint>();
  readonly #suspectUntil = new Map<Endpoint, number>();
  #next = Math.floor(Math.random() * 64);

  constructor(addresses: readonly string[], lookup: Lookup) {
    this.#watch = new NameWatch({
      addresses,
      lookup,
      onAdded: (address) => this.#byAddress.set(address, endpointOf(address)),
      onRemoved: (address) => this.#remove(address),
    });
  }

  /** Returns all replicas in the order in which to try them, beginning with the next one. Those that did not answer come last. */
  async inTurn(): Promise<Endpoint[]> {
    if (this.#byAddress.size === 0) await this.#watch.lookUp();
    const known = [...this.#byAddress.values()];
    const first = this.#next++ % Math.max(1, known.length);
    const now = Date.now();
    for (const [endpoint, until] of this.#suspectUntil) if (until <= now) this.#suspectUntil.delete(endpoint);
    return [...known.slice(first), ...known.slice(0, first)].sort(
      (a, b) => Number(this.#suspectUntil.has(a)) - Number(this.#suspectUntil.has(b)),
    );
  }

  /** Records that a replica did not answer, so that others are tried first for some time. */
  suspect(endpoint: Endpoint): void {
    this.#suspectUntil.set(endpoint, Date.now() + suspectMs);
  }

  close(): void {
    this.#watch.close();
  }

  #remove(address: string): void {
    this.#suspectUntil.delete(required(this.#byAddress.get(address), 'replica at the address'));
    this.#byAddress.delete(address);
  }
}

/** Parses an address. @throws Error when the text is not `host:port` */
function endpointOf(address: string): Endpoint {
  const [, host, port] = /^\[?(.*?)\]?:(\d+)$/.exec(address) ?? [];
  if (host === undefined) throw new Error('An address is host:port.');
  return { host, port: Number(port) };
}
