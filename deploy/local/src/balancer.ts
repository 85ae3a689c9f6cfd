import { createServer, connect as dial, type Server, type Socket } from 'node:net';

/** A replica as the balancer sees it. */
export type Backend = {
  /** Where it takes connections, on 127.0.0.1. */
  port: number;
  /** Where it answers /readyz. */
  opsPort: number;
};

export type BalancerOptions = {
  port: number;
  host?: string;
  backends: readonly Backend[];
  /** How often each replica is asked whether it is ready. */
  checkEveryMs?: number;
  /** How long the answer may take. */
  checkTimeoutMs?: number;
  /** How long a connection may wait for a replica that takes it. */
  waitMs?: number;
};

export type Balancer = {
  readonly port: number;
  /** Stops taking connections; those that are open stay. */
  drain(): void;
  /** Cuts what is still open. */
  close(): Promise<void>;
};

type State = Backend & {
  ready: boolean;
  connections: Set<Socket>;
  /** How often in a row it has not answered in time. */
  silences: number;
  checking: boolean;
  /** When it was last chosen: among equals it is the one that waited longest. */
  chosen: number;
};

/** Not answering this often in a row is more than being busy: the process is frozen. */
const FROZEN_SILENCES = 3;

/**
 * Spreads TCP connections over replicas: each new one goes to the ready replica with the fewest. A replica that
 * says it is not ready (it is draining) or refuses gets no new ones; a connection that finds no ready gateway waits. One that
 * is silent for long (3 checks in a row) loses those it has: their clients ask another. Bytes are passed on unread.
 *
 * @throws Error when the port cannot be listened on.
 */
export async function startBalancer(options: BalancerOptions): Promise<Balancer> {
  const states: State[] = options.backends.map((backend) => ({
    ...backend,
    ready: true,
    connections: new Set(),
    silences: 0,
    checking: false,
    chosen: 0,
  }));
  const waiting = new WaitingRoom(options.waitMs ?? 10_000);
  const open = new Set<Socket>();
  let turn = 0;

  const assign = (client: Socket, refusedBy: ReadonlySet<State> = new Set()): void => {
    if (client.destroyed) return;
    const candidates = states.filter((state) => state.ready && !refusedBy.has(state));
    const chosen = candidates.toSorted(
      (a, b) => a.connections.size - b.connections.size || a.chosen - b.chosen,
    )[0];
    if (chosen === undefined) {
      waiting.add(client);
      return;
    }
    turn += 1;
    chosen.chosen = turn;
    const upstream = dial({ port: chosen.port, host: '127.0.0.1', allowHalfOpen: true, noDelay: true });
    chosen.connections.add(upstream);
    let connected = false;
    upstream.once('connect', () => {
      connected = true;
      join(client, upstream);
    });
    upstream.once('error', () => {
      if (connected) return;
      chosen.ready = false;
      assign(client, new Set([...refusedBy, chosen]));
    });
    upstream.once('close', () => {
      chosen.connections.delete(upstream);
    });
  };

  const server = createServer({ allowHalfOpen: true, pauseOnConnect: true, noDelay: true }, (client) => {
    open.add(client);
    client.once('close', () => open.delete(client));
    client.on('error', () => client.destroy());
    assign(client);
  });
  await listen(server, options.port, options.host ?? '127.0.0.1');

  const check = async (state: State): Promise<void> => {
    if (state.checking) return;
    state.checking = true;
    const answer = await readinessOf(state.opsPort, options.checkTimeoutMs ?? 2_000);
    state.checking = false;
    state.ready = answer === 'ready';
    state.silences = answer === 'silent' ? state.silences + 1 : 0;
    if (state.silences >= FROZEN_SILENCES) for (const upstream of state.connections) upstream.destroy();
    if (state.ready) for (const client of waiting.leave()) assign(client);
  };
  const timer = setInterval(() => states.forEach((state) => void check(state)), options.checkEveryMs ?? 250);

  return {
    port: (server.address() as { port: number }).port,
    drain: () => {
      server.close();
    },
    close: async () => {
      clearInterval(timer);
      const closed = server.listening ? new Promise((resolve) => server.close(resolve)) : undefined;
      for (const client of open) client.destroy();
      await closed;
    },
  };
}

/** Connections for which there was no replica when they came. */
class WaitingRoom {
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

  leave(): Socket[] {
    const clients = [...this.#clients];
    this.#clients.clear();
    for (const [, timer] of clients) clearTimeout(timer);
    return clients.map(([client]) => client);
  }
}

/** Passes bytes both ways; the end of one side ends the other, its loss cuts the other. */
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
