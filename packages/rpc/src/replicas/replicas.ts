import type { Client } from '@grpc/grpc-js';
import { errors, itemAt, required, sleep } from '@parley/core';
import type { Call } from '../calls/call.ts';
import type { Lookup } from './addresses.ts';
import { NameWatch } from './name-watch.ts';
import { Replica } from './replica.ts';

/**
 * Milliseconds for which the connection to a removed address is kept, so that running calls finish. No unary call takes
 * longer: requests of clients are limited to 25 s, and calls without a deadline to 60 s (`defaultTimeoutMs` in server.ts).
 */
const drainMs = 60_000;

export type ReplicasOptions = {
  addresses: readonly string[];
  lookup: Lookup;
  connect: (address: string) => Client;
  /** Returns a random number from 0 up to, but not including, 1. Default `Math.random`. */
  random?: () => number;
};

/**
 * The replicas of a service, with one connection to each. Calls go to the connected replicas in turn. When none is connected, a
 * call waits for one until its deadline. This is safe for every call, because nothing was sent. A replica that has just started
 * gets few calls at first and more each second, if other replicas can take the rest.
 */
export class Replicas {
  readonly #connect: ReplicasOptions['connect'];
  readonly #byAddress = new Map<string, Replica>();
  readonly #leaving = new Map<Replica, NodeJS.Timeout>();
  readonly #watch: NameWatch;
  readonly #random: () => number;
  #list: readonly Replica[] = [];
  /** Whether all replicas were connected and had a full share at the last check. */
  #isEven = false;
  #next = Math.floor(Math.random() * 64);

  constructor({ addresses, lookup, connect, random = Math.random }: ReplicasOptions) {
    if (addresses.length === 0) throw new Error('A client needs at least one address.');
    this.#connect = connect;
    this.#random = random;
    this.#watch = new NameWatch({
      addresses,
      lookup,
      onAdded: (address) => this.#add(address),
      onRemoved: (address) => this.#remove(address),
    });
  }

  /** Returns the next connected replica; undefined when none is connected. A replica that has just started is often skipped. */
  pick(): Client | undefined {
    const now = performance.now();
    if (this.#isEven) {
      const replica = itemAt(this.#list, this.#next++ % this.#list.length);
      if (replica.isConnected(now)) return replica.client;
    }
    return this.#pickByShare(now);
  }

  /** Returns the next connected replica; without one, another, whose call waits. Undefined when none is known. */
  pickAny(): Client | undefined {
    return this.pick() ?? this.#list[this.#next++ % this.#list.length]?.client;
  }

  /**
   * Returns a connected replica. Waits for one until the deadline of the call.
   * @throws UNAVAILABLE when none connects in time
   */
  async connected(call: Call): Promise<Client> {
    for (;;) {
      const client = this.pick();
      if (client) return client;
      if (call.signal.aborted || Date.now() >= call.deadline) throw errors.unavailable();
      const wait = Math.min(call.deadline, Date.now() + 250);
      void this.#watch.lookUp();
      await Promise.race(
        this.#list.length === 0
          ? [sleep(Math.max(0, wait - Date.now()))]
          : this.#list.map((replica) => replica.ready(wait)),
      );
    }
  }

  close(): void {
    this.#watch.close();
    for (const [{ client }, timer] of this.#leaving) {
      clearTimeout(timer);
      client.close();
    }
    for (const { client } of this.#byAddress.values()) client.close();
    this.#byAddress.clear();
    this.#relist();
  }

  #pickByShare(now: number): Client | undefined {
    const connected = this.#list.filter((replica) => replica.isConnected(now));
    const shares = connected.map((replica) => replica.share(now));
    this.#isEven =
      connected.length > 0 && connected.length === this.#list.length && Math.min(...shares) === 1;
    if (connected.length === 0) return undefined;
    const most = Math.max(...shares);
    for (;;) {
      const at = this.#next++ % connected.length;
      if (itemAt(shares, at) >= this.#random() * most) return itemAt(connected, at).client;
    }
  }

  #add(address: string): void {
    this.#byAddress.set(address, new Replica(this.#connect(address)));
    this.#relist();
  }

  /** Gives the replica no new calls, and closes its connection after `drainMs`, when its calls have finished. */
  #remove(address: string): void {
    const replica = required(this.#byAddress.get(address), 'replica at the address');
    this.#byAddress.delete(address);
    this.#relist();
    const end = () => {
      this.#leaving.delete(replica);
      replica.client.close();
    };
    this.#leaving.set(replica, setTimeout(end, drainMs).unref());
  }

  #relist(): void {
    this.#list = [...this.#byAddress.values()];
    this.#isEven = false;
  }
}
