import { type Client, connectivityState } from '@grpc/grpc-js';
import { errors } from '@parley/core';
import { isName, type Lookup, replicasOf } from './addresses.ts';
import type { Call } from './call.ts';

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
};

/**
 * Replicas of one service, each with a connection of its own. A call goes to the next one that is connected; when none
 * is, it waits for one until its deadline, which is safe for every call because nothing was sent.
 *
 * Names are looked up again and again: a library that does so only when it loses a connection would leave replicas that
 * come later without work. While a name has no address, the known ones are kept.
 */
export class Replicas {
  readonly #options: ReplicasOptions;
  readonly #clients = new Map<string, Client>();
  readonly #leaving = new Map<Client, NodeJS.Timeout>();
  readonly #timer: NodeJS.Timeout | undefined;
  #list: readonly Client[] = [];
  #next = Math.floor(Math.random() * 64);
  #lookingUp: Promise<void> | undefined;
  #isClosed = false;

  constructor(options: ReplicasOptions) {
    const { addresses } = options;
    if (addresses.length === 0) throw new Error('A client needs at least one address.');
    this.#options = options;
    this.#set(addresses.filter((address) => !isName(address)));
    if (addresses.some(isName)) {
      void this.#lookUp();
      this.#timer = setInterval(() => void this.#lookUp(), lookupMs).unref();
    }
  }

  /** The next connected replica; otherwise any, whose call then waits for its connection; undefined while none is known. */
  pick(): Client | undefined {
    const list = this.#list;
    for (let step = 0; step < list.length; step++) {
      const client = list[(this.#next + step) % list.length]!;
      if (isConnected(client)) {
        this.#next = (this.#next + step + 1) % list.length;
        return client;
      }
    }
    return list[this.#next++ % list.length];
  }

  /** A connected replica, waiting for one until the call's deadline. @throws UNAVAILABLE when none comes */
  async connected(call: Call): Promise<Client> {
    for (;;) {
      const client = this.pick();
      if (client && isConnected(client)) return client;
      if (call.signal.aborted || Date.now() >= call.deadline) throw errors.unavailable();
      const wait = Math.min(call.deadline, Date.now() + 250);
      if (this.#timer) void this.#lookUp();
      await Promise.race(
        this.#list.length === 0 ? [rest(wait)] : this.#list.map((each) => ready(each, wait)),
      );
    }
  }

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#timer);
    for (const [client, timer] of this.#leaving) {
      clearTimeout(timer);
      client.close();
    }
    for (const client of this.#clients.values()) client.close();
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
    const found = await Promise.all(
      addresses.map((address) => (isName(address) ? replicasOf(address, lookup).catch(() => []) : [address])),
    );
    const all = found.flat();
    if (all.length > 0 && !this.#isClosed) this.#set(all);
  }

  #set(addresses: readonly string[]): void {
    for (const address of addresses) {
      if (!this.#clients.has(address)) this.#clients.set(address, this.#options.connect(address));
    }
    for (const [address, client] of this.#clients) {
      if (addresses.includes(address)) continue;
      this.#clients.delete(address);
      const end = () => {
        this.#leaving.delete(client);
        client.close();
      };
      this.#leaving.set(client, setTimeout(end, drainMs).unref());
    }
    this.#list = [...this.#clients.values()];
  }
}

/** Whether it is; if not, it is connected to from now on. */
export const isConnected = (client: Client): boolean =>
  client.getChannel().getConnectivityState(true) === connectivityState.READY;

const ready = (client: Client, until: number): Promise<void> =>
  new Promise((resolve) => client.waitForReady(until, () => resolve()));

const rest = (until: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, Math.max(0, until - Date.now())));
