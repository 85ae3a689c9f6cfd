import type { Client } from '@grpc/grpc-js';
import { errors } from '@parley/core';
import { isName, type Lookup, replicasOf } from './addresses.ts';
import type { Call } from './call.ts';
import { Replica } from './replica.ts';

/** How often a name is looked up: a replica that was added takes its share of calls so soon. */
const lookupMs = 2_000;
/**
 * Calls that a replica has when its address disappears are finished: so long its connection is kept. No answer is waited
 * for longer: a client's request has 25 s, and a call without a deadline 60 s (`defaultTimeoutMs` in server.ts).
 */
const drainMs = 60_000;

export type ReplicasOptions = {
  addresses: readonly string[];
  lookup: Lookup;
  connect: (address: string) => Client;
  /** 0 to 1, as `Math.random` gives it. */
  random?: () => number;
};

/**
 * Replicas of one service, each with a connection of its own. A call goes to the next one that is connected; when none
 * is, it waits for one until its deadline, which is safe for every call because nothing was sent. One that has just come
 * up gets few calls at first while others can take them, and more by the second.
 *
 * Names are looked up again and again: a library that does so only when it loses a connection would leave replicas that
 * come later without work. While a name has no address, the known ones are kept.
 */
export class Replicas {
  readonly #options: ReplicasOptions;
  readonly #byAddress = new Map<string, Replica>();
  readonly #leaving = new Map<Replica, NodeJS.Timeout>();
  readonly #timer: NodeJS.Timeout | undefined;
  readonly #random: () => number;
  #list: readonly Replica[] = [];
  #next = Math.floor(Math.random() * 64);
  #lookingUp: Promise<void> | undefined;
  #isClosed = false;

  constructor(options: ReplicasOptions) {
    const { addresses } = options;
    if (addresses.length === 0) throw new Error('A client needs at least one address.');
    this.#options = options;
    this.#random = options.random ?? Math.random;
    this.#set(addresses.filter((address) => !isName(address)));
    if (addresses.some(isName)) {
      void this.#lookUp();
      this.#timer = setInterval(() => void this.#lookUp(), lookupMs).unref();
    }
  }

  /**
   * The next connected replica; undefined while none is. One that came up a moment ago is passed over more often than
   * not, as long as there are others.
   */
  pick(): Client | undefined {
    const now = performance.now();
    const connected = this.#list.filter((replica) => replica.isConnected(now));
    if (connected.length === 0) return undefined;
    const most = Math.max(...connected.map((replica) => replica.share(now)));
    for (;;) {
      const replica = connected[this.#next++ % connected.length]!;
      if (replica.share(now) >= this.#random() * most) return replica.client;
    }
  }

  /** As `pick`; while none is connected any, whose call then waits for its connection. Undefined while none is known. */
  pickAny(): Client | undefined {
    return this.pick() ?? this.#list[this.#next++ % this.#list.length]?.client;
  }

  /** A connected replica, waiting for one until the call's deadline. @throws UNAVAILABLE when none comes */
  async connected(call: Call): Promise<Client> {
    for (;;) {
      const client = this.pick();
      if (client) return client;
      if (call.signal.aborted || Date.now() >= call.deadline) throw errors.unavailable();
      const wait = Math.min(call.deadline, Date.now() + 250);
      if (this.#timer) void this.#lookUp();
      await Promise.race(
        this.#list.length === 0 ? [rest(wait)] : this.#list.map((replica) => replica.ready(wait)),
      );
    }
  }

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#timer);
    for (const [{ client }, timer] of this.#leaving) {
      clearTimeout(timer);
      client.close();
    }
    for (const { client } of this.#byAddress.values()) client.close();
    this.#list = [];
  }

  #lookUp(): Promise<void> {
    this.#lookingUp ??= this.#find().finally(() => {
      this.#lookingUp = undefined;
    });
    return this.#lookingUp;
  }

  async #find(): Promise<void> {
    const { addresses, lookup } = this.#options;
    const found = await Promise.all(addresses.map((address) => replicasOf(address, lookup).catch(() => [])));
    const all = found.flat();
    if (all.length > 0 && !this.#isClosed) this.#set(all);
  }

  #set(addresses: readonly string[]): void {
    for (const address of addresses) {
      if (this.#byAddress.has(address)) continue;
      this.#byAddress.set(address, new Replica(this.#options.connect(address)));
    }
    for (const [address, replica] of this.#byAddress) {
      if (addresses.includes(address)) continue;
      this.#byAddress.delete(address);
      const end = () => {
        this.#leaving.delete(replica);
        replica.client.close();
      };
      this.#leaving.set(replica, setTimeout(end, drainMs).unref());
    }
    this.#list = [...this.#byAddress.values()];
  }
}

const rest = (until: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, Math.max(0, until - Date.now())));
