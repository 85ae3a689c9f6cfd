// Sends the requests of a task and measures their answers. Runs as a separate process, so that the work of its parent process
// does not delay the measurements.
import { setTimeout as sleep } from 'node:timers/promises';
import { type Exchange, RawClient } from './raw-client.ts';

export type Task = {
  port: number;
  /** The complete HTTP request as text, with headers and body. */
  request: string;
  ms: number;
} & (
  | {
      /**
       * Number of clients. Each client sends its next request after the previous answer. After a refusal, it retries with a
       * short delay.
       */
      kind: 'carry';
      clients: number;
    }
  | {
      /** Requests per second. A request is sent when it is due, without waiting for earlier answers. */
      kind: 'offer';
      perSecond: number;
      /** Maximum number of connections. If all of them are busy, a due request waits for the first free one. */
      connections: number;
    }
);

/** Results of a task. Times are relative to the start of the task. */
export type Outcome = { exchanges: Exchange[]; cpuSeconds: number };

/** Interval between two checks for due requests, in milliseconds. */
const tickMs = 2;
const comesAgainMs = 50;

async function carry({ port, request, ms, clients }: Task & { kind: 'carry' }): Promise<Exchange[]> {
  const bytes = Buffer.from(request);
  const until = performance.now() + ms;
  const all: Exchange[] = [];
  const loop = async () => {
    let client = new RawClient(port);
    while (performance.now() < until) {
      const exchange = await client.send(bytes);
      all.push(exchange);
      if (exchange.status !== 200) await sleep(comesAgainMs);
      if (!client.isOpen) client = new RawClient(port);
    }
    client.close();
  };
  await Promise.all(Array.from({ length: clients }, loop));
  return all;
}

/**
 * Sends requests at a constant rate. If this process pauses, all due requests are sent together afterwards. Latencies start at
 * the time at which a request was due.
 */
async function offer(task: Task & { kind: 'offer' }): Promise<Exchange[]> {
  const { port, request, ms, perSecond, connections } = task;
  const bytes = Buffer.from(request);
  const all: Promise<Exchange>[] = [];
  const free: RawClient[] = [];
  const wanted: ((client: RawClient) => void)[] = [];
  let open = 0;
  const put = (client: RawClient) => {
    if (!client.isOpen) open--;
    const next = wanted.shift();
    if (next) next(client.isOpen ? client : make());
    else if (client.isOpen) free.push(client);
  };
  const make = () => {
    open++;
    return new RawClient(port);
  };
  const take = (): RawClient | undefined => {
    for (let client = free.pop(); client; client = free.pop()) {
      if (client.isOpen) return client;
      open--;
    }
    return open < connections ? make() : undefined;
  };
  const send = async (dueAt: number): Promise<Exchange> => {
    const client = take() ?? (await new Promise<RawClient>((resolve) => wanted.push(resolve)));
    const exchange = await client.send(bytes, dueAt);
    put(client);
    return exchange;
  };
  const begunAt = performance.now();
  for (let passed = 0; passed < ms; passed = performance.now() - begunAt) {
    while (all.length < (passed * perSecond) / 1_000)
      all.push(send(begunAt + (all.length * 1_000) / perSecond));
    await sleep(tickMs);
  }
  const exchanges = await Promise.all(all);
  for (const client of free) client.close();
  return exchanges;
}

process.on('message', async (task: Task) => {
  const before = process.cpuUsage();
  const begunAt = performance.now();
  const exchanges = await (task.kind === 'carry' ? carry(task) : offer(task));
  const { user, system } = process.cpuUsage(before);
  const outcome: Outcome = {
    exchanges: exchanges.map(({ dueAt, wroteAt, answeredAt, status }) => ({
      dueAt: dueAt - begunAt,
      wroteAt: wroteAt - begunAt,
      answeredAt: answeredAt - begunAt,
      status,
    })),
    cpuSeconds: (user + system) / 1e6,
  };
  process.send!(outcome);
});
