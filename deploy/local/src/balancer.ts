import { createServer, connect as dial, type Server, type Socket } from 'node:net';
import { portOf } from '@parley/core';

export type Backend = {
  /** Port on 127.0.0.1 at which the replica accepts connections. */
  port: number;
  /** Port at which the replica answers /readyz. */
  opsPort: number;
};

export type BalancerOptions = {
  port: number;
  /** Host name or address at which clients reach the balancer. */
  host: string;
  backends: readonly Backend[];
  /** Interval between two readiness checks of a replica, in milliseconds. */
  checkEveryMs?: number;
  /** Time limit of a readiness check, in milliseconds. */
  checkTimeoutMs?: number;
  /** Maximum time for which a connection waits for a replica that accepts it, in milliseconds. */
  waitMs?: number;
};

type State = Backend & {
  ready: boolean;
  connections: Set<Socket>;
  /** Number of consecutive checks that were not answered in time. */
  silences: number;
  checking: boolean;
  /** Among equally loaded replicas, the least recently chosen one gets the next connection. */
  chosen: number;
};

/** Number of consecutive unanswered checks after which a replica counts as frozen instead of busy. */
const FROZEN_SILENCES = 3;

/**
 * A load balancer for TCP connections. A new connection goes to the ready replica with the fewest connections, and waits while no
 * replica is ready. Replicas that are draining or refuse connections get no new ones. If a replica misses 3 checks in a row, its
 * open connections are closed, so that clients reconnect to another replica. The balancer does not inspect the forwarded bytes.
 */
export class Balancer {
  readonly #options: BalancerOptions;
  readonly #states: readonly State[];
  readonly #waiting: WaitingClients;
  readonly #clients = new Set<Socket>();
  readonly #server: Server;
  #checking: NodeJS.Timeout | undefined;
  /** Number of connections that were assigned. */
  #turn = 0;

  private constructor(options: BalancerOptions) {
    this.#options = options;
    this.#states = options.backends.map((backend) => ({
      ...backend,
      ready: true,
      connections: new Set(),
      silences: 0,
      checking: false,
      chosen: 0,
    }));
    this.#waiting = new WaitingClients(options.waitMs ?? 10_000);
    const sockets = { allowHalfOpen: true, pauseOnConnect: true, noDelay: true };
    this.#server = createServer(sockets, (client) => this.#accept(client));
  }

  /** @throws Error when it cannot listen on the port */
  static async start(options: BalancerOptions): Promise<Balancer> {
    const balancer = new Balancer(options);
    await listen(balancer.#server, options.port, options.host);
    const checkAll = () => balancer.#states.forEach((state) => void balancer.#check(state));
    balancer.#checking = setInterval(checkAll, options.checkEveryMs ?? 250);
    return balancer;
  }

  get port(): number {
    return portOf(this.#server);
  }

  /** Stops accepting connections. Open connections continue. */
  drain(): void {
    this.#server.close();
  }

  /** Stops the readiness checks and accepting connections, and closes all open connections. */
  async close(): Promise<void> {
    clearInterval(this.#checking);
    const server = this.#server;
    const closed = server.listening ? new Promise((resolve) => server.close(resolve)) : undefined;
    for (const client of this.#clients) client.destroy();
    await closed;
  }

  #accept(client: Socket): void {
    this.#clients.add(client);
    client.once('close', () => this.#clients.delete(client));
    client.on('error', () => client.destroy());
    this.#assign(client);
  }

  #assign(client: Socket, refusedBy: ReadonlySet<State> = new Set()): void {
    if (client.destroyed) return;
    const [chosen] = this.#states
      .filter((state) => state.ready && !refusedBy.has(state))
      .toSorted((a, b) => a.connections.size - b.connections.size || a.chosen - b.chosen);
    if (chosen === undefined) {
      this.#waiting.add(client);
      return;
    }
    this.#turn += 1;
    chosen.chosen = this.#turn;
    const upstream = dial({ port: chosen.port, host: '127.0.0.1', allowHalfOpen: true, noDelay: true });
    chosen.connections.add(upstream);
    let connected = false;
    upstream.once('connect', () => {
      connected = true;
      join(client, upstream);
    });
    // `close` follows each error. It comes without one if the readiness check closes a connection that is not established yet.
    upstream.on('error', () => undefined);
    upstream.once('close', () => {
      chosen.connections.delete(upstream);
      if (connected) return;
      chosen.ready = false;
      this.#assign(client, new Set([...refusedBy, chosen]));
    });
  }

  async #check(state: State): Promise<void> {
    if (state.checking) return;
    state.checking = true;
    const answer = await readinessOf(state.opsPort, this.#options.checkTimeoutMs ?? 2_000);
    state.checking = false;
    state.ready = answer === 'ready';
    state.silences = answer === 'silent' ? state.silences + 1 : 0;
    if (state.silences >= FROZEN_SILENCES) for (const upstream of state.connections) upstream.destroy();
    if (state.ready) for (const client of this.#waiting.takeAll()) this.#assign(client);
  }
}

/** Connections that wait until a replica is ready. */
class WaitingClients {
  readonly #waitMs: number;
  readonly #clients = new Map<Socket, NodeJS.Timeout>();

  constructor(waitMs: number) {
    this.#waitMs = waitMs;
  }

  add(client: Socket): void {
    const timer = setTimeout(() => {
      this.#clients.delete(client);
      client.destroy();
    }, this.#waitMs);
    this.#clients.set(client, timer);
  }

  takeAll(): Socket[] {
    const clients = [...this.#clients];
    this.#clients.clear();
    for (const [, timer] of clients) clearTimeout(timer);
    return clients.map(([client]) => client);
  }
}

/** When one side ends its stream, the other side is ended too. When one fails, the other is closed. */
function join(client: Socket, upstream: Socket): void {
  if (client.destroyed) {
    upstream.destroy();
    return;
  }
  upstream.on('error', () => client.destroy());
  client.once('close', () => upstream.destroy());
  upstream.once('close', () => client.destroy());
  client.pipe(upstream);
  upstream.pipe(client);
}

async function readinessOf(opsPort: number, timeoutMs: number): Promise<'ready' | 'not ready' | 'silent'> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(`http://127.0.0.1:${opsPort}/readyz`, { signal });
    await response.body?.cancel();
    return response.ok ? 'ready' : 'not ready';
  } catch {
    return signal.aborted ? 'silent' : 'not ready';
  }
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host, backlog: 1024 }, () => resolve());
  });
}
