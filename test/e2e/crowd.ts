import type { Body, Person } from '@parley/test-kit';
import { Pool } from 'undici';
import type { Reachable } from './files.ts';

export type CrowdOptions = {
  /** Prefix of the names of its channels and people, by default `crowd`. Crowds of one organization have different ones. */
  name?: string;
  channels: number;
  /** Number of queues per channel. Each has a waiting poll. */
  queuesPerChannel: number;
  /** Number of topics per channel. Each queue follows one topic, and queues are distributed evenly. */
  topicsPerChannel: number;
};

/** Observations of a crowd of users during an operation on the services. */
export type Seen = {
  sendsPerSecond: number;
  sends: number;
  waitingPolls: number;
  failedSends: number;
  failedPolls: number;
  p50Ms: number;
  p99Ms: number;
  slowestMs: number;
  /** Acknowledged messages that are missing from their channel's history. */
  lost: number;
  /** Events that a queue misses, or received twice or out of order. */
  missed: number;
  repeated: number;
  /** Kinds of failures, each with the number of its occurrences. */
  failures: string[];
};

/** `place` is a channel and one of its topics. */
type Send = { place: string; tookMs: number; id?: number };
type Queue = { place: string; person: Person; id: string; lastEventId: number; received: number[] };

const atOnce = 12;
const speakers = 4;
const afterFailureMs = 100;

/** Users in separate channels, each with continuously polled queues, and a few senders who send to all channels. */
export class Crowd implements AsyncDisposable {
  readonly #speakers: readonly Person[];
  readonly #queues: readonly Queue[];
  readonly #pool: Pool;
  readonly #options: CrowdOptions;
  readonly #stopping = new AbortController();
  readonly #polling: Promise<unknown>;
  readonly #failures = new Map<string, number>();
  #failedPolls = 0;
  #sends: Send[] = [];
  #sent = 0;

  private constructor(
    speaking: readonly Person[],
    queues: readonly Queue[],
    pool: Pool,
    options: CrowdOptions,
  ) {
    this.#speakers = speaking;
    this.#queues = queues;
    this.#pool = pool;
    this.#options = options;
    this.#polling = Promise.all(queues.map((queue) => this.#poll(queue)));
  }

  static async gather(deployment: Reachable, options: CrowdOptions): Promise<Crowd> {
    const organization = await deployment.organization();
    const { name: prefix = 'crowd' } = options;
    const names = Array.from({ length: options.channels }, (_, index) => `${prefix}${index}`);
    const pool = new Pool(deployment.url, {
      connections: options.channels * options.queuesPerChannel + 200,
      pipelining: 1,
      headersTimeout: 120_000,
    });
    const queues: Queue[] = [];
    await inParallel(names, async (name) => {
      const person: Person = (await organization.add(name))[name]!;
      await person.subscribe([name]);
      for (let index = 0; index < options.queuesPerChannel; index++) {
        const topic = `topic ${index % options.topicsPerChannel}`;
        const narrow = JSON.stringify([
          ['channel', name],
          ['topic', topic],
        ]);
        const params = { event_types: '["message"]', narrow };
        const { status, body } = await ask(pool, person, 'POST', '/register', params);
        if (status !== 200) throw new Error(`A registration was answered ${status}: ${body.msg}`);
        queues.push({
          place: `${name}/${topic}`,
          person,
          id: body.queue_id,
          lastEventId: body.last_event_id,
          received: [],
        });
      }
    });
    const speaking = Array.from({ length: speakers }, (_, index) => `${prefix}-speaker${index}`);
    return new Crowd(Object.values(await organization.add(...speaking)), queues, pool, options);
  }

  /** Sends at the rate until an operation has finished. Returns what users observed meanwhile. */
  async during(sendsPerSecond: number, disturb: () => Promise<void>): Promise<Seen> {
    this.#sends = [];
    this.#failures.clear();
    this.#failedPolls = 0;
    for (const queue of this.#queues) queue.received.length = 0;
    const ending = new AbortController();
    const sending = this.#keepSending(sendsPerSecond, ending.signal);
    try {
      await disturb();
    } finally {
      ending.abort();
      await sending;
    }
    const sent = this.#sends.toSorted((a, b) => a.tookMs - b.tookMs);
    const acknowledged = this.#sends.filter(({ id }) => id !== undefined);
    await this.#receivedAll(acknowledged);
    return {
      sendsPerSecond,
      sends: sent.length,
      waitingPolls: this.#queues.length,
      failedSends: sent.length - acknowledged.length,
      failedPolls: this.#failedPolls,
      p50Ms: sent[Math.floor(sent.length * 0.5)]!.tookMs,
      p99Ms: sent[Math.floor(sent.length * 0.99)]!.tookMs,
      slowestMs: sent.at(-1)!.tookMs,
      ...(await this.#compare(acknowledged)),
      failures: [...this.#failures].map(([what, count]) => `${count} × ${what}`),
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopping.abort();
    await this.#polling;
    await this.#pool.destroy();
  }

  /** Starts sends when they are due, whether or not earlier ones were answered. */
  async #keepSending(sendsPerSecond: number, signal: AbortSignal): Promise<void> {
    const { name = 'crowd', channels, topicsPerChannel } = this.#options;
    const startedAt = performance.now();
    const running = new Set<Promise<void>>();
    for (let begun = 0; !signal.aborted; ) {
      const due = ((performance.now() - startedAt) / 1_000) * sendsPerSecond;
      for (; begun < due; begun++) {
        const place = `${name}${this.#sent % channels}/topic ${Math.floor(this.#sent / channels) % topicsPerChannel}`;
        const send = this.#send(place, this.#speakers[this.#sent % speakers]!, `said ${this.#sent}`);
        this.#sent++;
        running.add(send);
        void send.then(() => running.delete(send));
      }
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    await Promise.all(running);
  }

  async #send(place: string, person: Person, content: string): Promise<void> {
    const beganAt = performance.now();
    const [channel, topic] = place.split('/') as [string, string];
    const params = { type: 'channel', to: channel, topic, content };
    const send: Send = { place, tookMs: 0 };
    try {
      const { status, body } = await ask(this.#pool, person, 'POST', '/messages', params);
      if (status === 200) send.id = body.id;
      else this.#note(`send: ${status} ${body.msg}`);
    } catch (error) {
      this.#note(`send: ${(error as Error).message}`);
    }
    send.tookMs = performance.now() - beganAt;
    this.#sends.push(send);
  }

  async #poll(queue: Queue): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      try {
        const params = { queue_id: queue.id, last_event_id: String(queue.lastEventId) };
        const { status, body } = await ask(this.#pool, queue.person, 'GET', '/events', params, signal);
        if (status !== 200) throw new Error(`${status} ${body.msg}`);
        for (const event of body.events as Body[]) {
          queue.lastEventId = Math.max(queue.lastEventId, event.id);
          if (event.type === 'message') queue.received.push(event.message.id);
        }
      } catch (error) {
        if (signal.aborted) return;
        this.#failedPolls++;
        this.#note(`poll: ${(error as Error).message}`);
        await new Promise((resolve) => setTimeout(resolve, afterFailureMs));
      }
    }
  }

  #note(failure: string): void {
    const kind = failure.replace(/[0-9a-f-]{36}/g, '…');
    this.#failures.set(kind, (this.#failures.get(kind) ?? 0) + 1);
  }

  /** Waits, with a time limit, until every queue has received the last message of its place. */
  async #receivedAll(acknowledged: readonly Send[]): Promise<void> {
    const newest = new Map<string, number>();
    for (const { place, id } of acknowledged) newest.set(place, Math.max(newest.get(place) ?? 0, id!));
    const deadline = performance.now() + 20_000;
    const isLate = ({ place, received }: Queue) => (received.at(-1) ?? 0) < (newest.get(place) ?? 0);
    while (this.#queues.some(isLate) && performance.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  /** Compares acknowledged sends with the history, and the history with the events of each queue. */
  async #compare(acknowledged: readonly Send[]): Promise<Pick<Seen, 'lost' | 'missed' | 'repeated'>> {
    const byChannel = Map.groupBy(acknowledged, ({ place }) => place.split('/')[0]!);
    let [lost, missed, repeated] = [0, 0, 0];
    await inParallel([...byChannel], async ([channel, sends]) => {
      const history = await this.#speakers[0]!.messages([{ operator: 'channel', operand: channel }], {
        anchor: Math.min(...sends.map(({ id }) => id!)),
        num_before: 0,
        num_after: 5_000,
      });
      const there = new Map(history.map(({ id, subject }) => [id as number, `${channel}/${subject}`]));
      lost += sends.filter(({ id, place }) => there.get(id!) !== place).length;
      for (const queue of this.#queues) {
        if (!queue.place.startsWith(`${channel}/`)) continue;
        const received = new Set(queue.received);
        missed += [...there].filter(([id, place]) => place === queue.place && !received.has(id)).length;
        repeated += queue.received.filter(
          (id, index) => index > 0 && id <= queue.received[index - 1]!,
        ).length;
      }
    });
    return { lost, missed, repeated };
  }
}

async function ask(
  pool: Pool,
  { email, apiKey }: Person,
  method: 'GET' | 'POST',
  path: string,
  params: Record<string, string>,
  signal?: AbortSignal,
): Promise<{ status: number; body: Body }> {
  const form = new URLSearchParams(params).toString();
  const { statusCode, body } = await pool.request({
    method,
    path: method === 'GET' ? `/api/v1${path}?${form}` : `/api/v1${path}`,
    headers: {
      authorization: `Basic ${Buffer.from(`${email}:${apiKey}`).toString('base64')}`,
      ...(method === 'POST' && { 'content-type': 'application/x-www-form-urlencoded' }),
    },
    ...(method === 'POST' && { body: form }),
    ...(signal && { signal }),
  });
  const text = await body.text();
  return { status: statusCode, body: text.startsWith('{') ? JSON.parse(text) : { msg: text.slice(0, 100) } };
}

async function inParallel<T>(items: readonly T[], act: (item: T) => Promise<void>): Promise<void> {
  const left = items.values();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const item of left) await act(item);
    }),
  );
}
