import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { registration, selfId } from '../../test/registration.ts';
import { Client } from '../client.ts';
import { Connection, type ConnectionState } from './connection.ts';

// Tests of failures and timing that real services cannot produce. test/network/client/client-faults.test.ts tests other failures with
// real services.

type Answer = object | 'unreachable';

const refusal = (status: number, code: string, more: object = {}) => ({ status, code, ...more });

/** A direct message to the account. */
const direct = {
  id: 30,
  type: 'private',
  sender_id: 8,
  display_recipient: [{ id: selfId }, { id: 8 }],
  subject: '',
  content: '<p>Hello</p>',
  flags: [],
  reactions: [],
  submessages: [],
};
const page = { messages: [direct], anchor: 30, found_oldest: true, found_newest: true };

const unknownAddress = { result: 'error', code: 'NOT_FOUND', msg: 'There is nothing.' };

const refusedWith = (answer: object): Response => {
  const { status, ...body } = answer as { status: number };
  return Response.json({ result: 'error', msg: 'Refused.', ...body }, { status });
};

/** A fake event stream, which the test writes to. */
class FakeStream {
  #controller!: ReadableStreamDefaultController<Uint8Array>;
  readonly #body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      this.#controller = controller;
    },
  });
  isAborted = false;

  answer(signal: AbortSignal): Response {
    signal.addEventListener('abort', () => {
      this.isAborted = true;
      this.fail(signal.reason);
    });
    return new Response(this.#body, { headers: { 'content-type': 'text/event-stream' } });
  }

  /** Sends text in pieces of a few bytes, because networks may split data anywhere. */
  text(text: string): this {
    const bytes = new TextEncoder().encode(text);
    for (let at = 0; at < bytes.length; at += 7) this.#controller.enqueue(bytes.slice(at, at + 7));
    return this;
  }

  events(...events: { id: number }[]): this {
    return this.text(`id: ${events.at(-1)!.id}\ndata: ${JSON.stringify(events)}\n\n`);
  }

  heartbeat(id: number): this {
    return this.events({ id, type: 'heartbeat' } as { id: number });
  }

  end(): void {
    this.#controller.close();
  }

  fail(error: unknown): void {
    try {
      this.#controller.error(error);
    } catch {
      // The stream has already ended.
    }
  }
}

/** A fake server whose answers a test queues. A poll waits until the test queues an answer. */
class FakeServer {
  readonly requests: { path: string; at: number }[] = [];
  readonly answers: Answer[] = [];
  queues = 0;
  /** If set, the error with which the server answers the next stream request. */
  refuseStreams: object | undefined;
  /** Values of `last_event_id` in the stream requests so far. */
  readonly positions: number[] = [];
  /** Duration of a registration in milliseconds. */
  registerMs = 0;
  /** Path whose requests the server refuses because of the credentials. */
  refusedPath: string | undefined;
  offersStreams = false;
  /** Streams that answer the next stream requests. Without one, the server answers that the address is unknown. */
  readonly streams: FakeStream[] = [];
  #waiting: (() => void) | undefined;

  /** Queues answers for the next polls. */
  answer(...answers: Answer[]): void {
    this.answers.push(...answers);
    this.#waiting?.();
  }

  polls(): number[] {
    return this.requests.filter(({ path }) => path === '/events').map(({ at }) => at);
  }

  fetch = async (url: string, { method, signal }: RequestInit): Promise<Response> => {
    const { pathname, searchParams } = new URL(url);
    const path = pathname.replace('/api/v1', '');
    this.requests.push({ path, at: Date.now() });
    if (path === this.refusedPath)
      return Response.json({ result: 'error', ...refusal(401, 'UNAUTHORIZED') }, { status: 401 });
    if (path === '/register') {
      if (this.registerMs > 0) {
        await new Promise<void>((resolve, reject) => {
          setTimeout(resolve, this.registerMs);
          signal!.addEventListener('abort', () => reject(signal!.reason));
        });
      }
      const fields = { ...registration(), queue_id: `queue ${++this.queues}`, last_event_id: 0 };
      const offered = this.offersStreams ? { event_queue_stream_available: true } : {};
      return (
        this.#take() ?? Response.json({ ...fields, event_queue_longpoll_timeout_seconds: 90, ...offered })
      );
    }
    if (path === '/events/stream') {
      const refused = this.refuseStreams;
      this.refuseStreams = undefined;
      if (refused) return refusedWith(refused);
      const stream = this.streams.shift();
      this.positions.push(Number(searchParams.get('last_event_id')));
      return stream ? stream.answer(signal!) : Response.json(unknownAddress, { status: 404 });
    }
    if (path === '/users/me')
      return Response.json({ result: 'success', msg: '', user_id: selfId, full_name: 'Me' });
    if (path === '/messages') return Response.json({ result: 'success', msg: '', ...page });
    if (method === 'DELETE') return Response.json({ result: 'success', msg: '' });
    if (this.answers.length === 0 && searchParams.get('dont_block') === 'true') {
      return Response.json({ result: 'success', msg: '', queue_id: 'q', events: [] });
    }
    while (this.answers.length === 0) {
      await new Promise<void>((resolve, reject) => {
        this.#waiting = resolve;
        signal!.addEventListener('abort', () => reject(signal!.reason));
      });
    }
    return this.#take()!;
  };

  #take(): Response | undefined {
    const answer = this.answers.shift();
    if (answer === undefined) return undefined;
    if (answer === 'unreachable') throw new TypeError('connect ECONNREFUSED');
    if ('status' in answer) {
      return refusedWith(answer);
    }
    return Response.json({ result: 'success', msg: '', queue_id: 'q', ...answer });
  }
}

let server: FakeServer;
let connection: Connection;
let phases: ConnectionState['phase'][];

beforeEach(() => {
  vi.useFakeTimers();
  server = new FakeServer();
  const auth = { kind: 'key', email: 'a@test.example', apiKey: 'k' } as const;
  connection = new Connection(new Client({ url: 'https://chat.test', auth, fetch: server.fetch }));
  phases = [];
  connection.state.watch(() => phases.push(connection.state.get().phase));
});

afterEach(async () => {
  await connection.stop();
  vi.useRealTimers();
});

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const status = (id: number, text: string) => ({ id, type: 'user_status', user_id: 2, status_text: text });

describe('a connection', () => {
  it('reports its state while the server does not answer and after the server answers again', async () => {
    await connection.start();
    expect(phases).toEqual(['connecting', 'online']);
    server.answer('unreachable', 'unreachable');
    await pass(0);
    expect(connection.state.get()).toMatchObject({ phase: 'offline', retryAt: expect.any(Number) });
    await pass(5_000);
    expect(phases).toEqual(['connecting', 'online', 'offline', 'offline', 'online']);
  });

  it('reads messages before the registration is answered, and reads them again after it', async () => {
    server.registerMs = 5_000;
    const narrow = [{ operator: 'dm', operand: [8] }];
    const list = connection.history.list(narrow);
    const stop = list.watch(() => undefined);
    const self = connection.preview();
    const read = connection.history.load(list, { anchor: 'newest', before: 10, until: self });
    const started = connection.start();
    await pass(1_000);
    await Promise.all([self, read]);
    expect(connection.store.isLoaded.get()).toBe(false);
    expect(connection.store.people.self?.full_name).toBe('Me');
    expect(list.newestRange?.ids).toEqual([30]);
    await pass(5_000);
    await started;
    await connection.history.settled();
    const paths = server.requests.map(({ path }) => path);
    expect(paths.filter((path) => path === '/messages')).toHaveLength(2);
    expect(list.newestRange?.ids).toEqual([30]);
    await connection.preview();
    expect(connection.store.people.self?.full_name).not.toBe('Me');
    stop();
  });

  it('waits longer after each failure, at most half a minute, with random jitter', async () => {
    await connection.start();
    server.answer(...Array.from({ length: 12 }, () => 'unreachable' as const));
    await pass(10 * 60_000);
    const polls = server.polls().slice(0, 13);
    const waits = polls.slice(1).map((at, index) => at - polls[index]!);
    for (const [index, wait] of waits.slice(0, 12).entries()) {
      const bound = Math.min(30_000, 500 * 2 ** index);
      expect(wait).toBeGreaterThanOrEqual(bound / 2);
      expect(wait).toBeLessThanOrEqual(bound);
    }
    expect(connection.state.get().phase).toBe('online');
  });

  it('waits as long as the server requires', async () => {
    await connection.start();
    server.answer(refusal(429, 'RATE_LIMIT_HIT', { 'retry-after': 20 }));
    await pass(19_000);
    expect(server.polls()).toHaveLength(1);
    await pass(3_000);
    expect(connection.state.get().phase).toBe('online');
  });

  it('catches up before it reports that it is online', async () => {
    await connection.start();
    server.answer('unreachable', { events: [status(1, 'away')] }, { events: [status(2, 'back')] });
    await pass(2_000);
    expect(phases).toEqual(['connecting', 'online', 'offline', 'catching-up', 'online']);
    expect(connection.store.people.statuses.get(2)).toEqual({ status_text: 'back' });
  });

  it('retries immediately when the network is connected again', async () => {
    await connection.start();
    server.answer(...Array.from({ length: 8 }, () => 'unreachable' as const));
    await pass(40_000);
    const before = server.polls().length;
    expect(connection.state.get().phase).toBe('offline');
    server.answers.length = 0;
    connection.wake();
    await pass(0);
    expect(server.polls().length).toBeGreaterThan(before);
    expect(connection.state.get().phase).toBe('online');
  });

  it('registers once when the page becomes visible during the registration', async () => {
    server.registerMs = 1_000;
    const started = connection.start();
    await pass(500);
    connection.wake();
    await pass(600);
    await started;
    expect(server.requests.filter(({ path }) => path === '/register')).toHaveLength(1);
  });

  it('polls immediately after the machine has slept', async () => {
    await connection.start();
    await pass(20_000);
    const before = server.polls().length;
    vi.setSystemTime(Date.now() + 3_600_000);
    await pass(6_000);
    expect(server.polls().length).toBe(before + 1);
    server.answer({ events: [status(1, 'while it slept')] });
    await pass(0);
    expect(connection.store.people.statuses.get(2)).toEqual({ status_text: 'while it slept' });
  });

  it('applies each event once, also when a poll is answered twice', async () => {
    await connection.start();
    const seen: number[] = [];
    connection.onEvent(({ id }) => seen.push(id));
    server.answer({ events: [status(1, 'a'), status(3, 'b')] }, { events: [status(3, 'b'), status(4, 'c')] });
    await pass(0);
    expect(seen).toEqual([1, 3, 4]);
  });

  it('continues when a listener fails or an event cannot be applied', async () => {
    const errors: unknown[] = [];
    const report = vi.spyOn(globalThis, 'queueMicrotask').mockImplementation((task) => {
      try {
        task();
      } catch (error) {
        errors.push(error);
      }
    });
    await connection.start();
    connection.onEvent(() => {
      throw new Error('a fault of the page');
    });
    server.answer({ events: [status(1, 'a')] });
    await pass(0);
    expect(connection.store.people.statuses.get(2)).toEqual({ status_text: 'a' });
    expect(connection.queueId).toBe('queue 1');
    server.answer({ events: [{ id: 2, type: 'message' }] });
    await pass(0);
    expect(connection.queueId).toBe('queue 2');
    expect(connection.state.get().phase).toBe('online');
    expect(errors).toHaveLength(2);
    report.mockRestore();
  });

  it('re-registers when its queue was deleted, and keeps its store until then', async () => {
    await connection.start();
    server.answer(refusal(400, 'BAD_EVENT_QUEUE_ID'), 'unreachable');
    await pass(0);
    expect(connection.queueId).toBeUndefined();
    expect(connection.store.fields.get('realm_name')).toBe('Test');
    await pass(2_000);
    expect(connection.queueId).toBe('queue 3');
    expect(phases).toEqual(['connecting', 'online', 'catching-up', 'offline', 'online']);
  });

  it('ends when the credentials are no longer valid', async () => {
    await connection.start();
    server.answer(refusal(401, 'USER_DEACTIVATED'));
    await pass(0);
    expect(connection.state.get()).toMatchObject({
      phase: 'signed-out',
      error: { code: 'USER_DEACTIVATED' },
    });
    await pass(60_000);
    expect(server.polls()).toHaveLength(1);
    await expect(connection.start()).resolves.toBeUndefined();
  });

  it('polls only after the page has drawn the data that it already received', async () => {
    const { promise: drawn, resolve } = Promise.withResolvers<void>();
    const following = new Connection(connection.client, { beforePoll: () => drawn });
    await following.start();
    await pass(1_000);
    expect(server.polls()).toHaveLength(0);
    resolve();
    await pass(0);
    expect(server.polls()).toHaveLength(1);
    await following.stop();
  });

  it('detects from any refused call that the credentials are no longer valid', async () => {
    await connection.start();
    server.refusedPath = '/drafts';
    await expect(connection.client.call('get-drafts')).rejects.toMatchObject({ status: 401 });
    // The pending poll ends, and the next poll is refused too.
    server.answer(refusal(401, 'UNAUTHORIZED'));
    await pass(0);
    expect(server.polls()).toHaveLength(2);
    expect(connection.state.get().phase).toBe('signed-out');
  });

  it('retries the first registration after a failure', async () => {
    server.answer('unreachable');
    const started = connection.start();
    await pass(2_000);
    await started;
    expect(phases).toEqual(['connecting', 'offline', 'online']);
  });

  it('deletes its queue when it is stopped, and can be restarted', async () => {
    await connection.start();
    await connection.stop();
    expect(connection.state.get()).toEqual({ phase: 'stopped' });
    expect(server.requests.at(-1)!.path).toBe('/events');
    await connection.start();
    expect(connection.queueId).toBe('queue 2');
    expect(connection.state.get()).toEqual({ phase: 'online' });
  });
});

describe('a connection to a server that offers streams', () => {
  const opened = (count = 1): FakeStream[] => {
    const streams = Array.from({ length: count }, () => new FakeStream());
    server.streams.push(...streams);
    return streams;
  };
  let seen: number[];

  beforeEach(() => {
    server.offersStreams = true;
    seen = [];
    connection.onEvent(({ id, type }) => type !== 'heartbeat' && seen.push(id));
  });

  it('applies events as they arrive, and continues with a new stream where the last one ended', async () => {
    const [first, second] = opened(2);
    await connection.start();
    first!.text('retry: 500\n\n').heartbeat(5);
    first!.events(status(6, 'one – ü'), status(7, 'two'));
    await pass(0);
    expect(seen).toEqual([6, 7]);
    first!.end();
    await pass(0);
    expect(server.positions).toEqual([0, 7]);
    second!.heartbeat(9).events(status(10, 'three'));
    await pass(0);
    expect(seen).toEqual([6, 7, 10]);
    expect(server.polls()).toEqual([]);
    expect(phases).toEqual(['connecting', 'online']);
  });

  it('is offline when a stream breaks, and online when the next one has sent everything', async () => {
    const [first, second] = opened(2);
    await connection.start();
    first!.heartbeat(5);
    await pass(3_000);
    first!.text('id: 6\ndata: [{"id":6,').fail(new TypeError('terminated'));
    await pass(0);
    expect(phases.at(-1)).toBe('offline');
    second!.events(status(6, 'one')).heartbeat(7);
    await pass(2_000);
    expect(server.positions).toEqual([0, 5]);
    expect(seen).toEqual([6]);
    expect(phases.slice(2).filter((phase) => phase !== 'catching-up')).toEqual(['offline', 'online']);
  });

  it('polls when no data of a stream arrives, as behind a proxy that buffers responses, and retries the stream later', async () => {
    const [silent, later] = opened(2);
    await connection.start();
    await pass(9_000);
    expect(server.polls()).toEqual([]);
    await pass(1_000);
    expect(silent!.isAborted).toBe(true);
    expect(server.polls()).toHaveLength(1);
    server.answer({ events: [status(6, 'by a poll')] });
    await pass(0);
    expect(seen).toEqual([6]);
    await pass(600_000);
    server.answer({ events: [] });
    await pass(0);
    later!.heartbeat(7).events(status(8, 'by a stream'));
    await pass(0);
    expect(seen).toEqual([6, 8]);
    expect(phases).toEqual(['connecting', 'online']);
  });

  it('polls when the server does not support streams, or when streams repeatedly end immediately', async () => {
    await connection.start();
    await pass(0);
    expect(server.polls()).toHaveLength(1);
    await connection.stop();
    const short = opened(3);
    const before = server.polls().length;
    connection = new Connection(connection.client);
    await connection.start();
    for (const stream of short) {
      stream.heartbeat(5).end();
      await pass(0);
    }
    expect(server.positions).toHaveLength(4);
    expect(server.polls()).toHaveLength(before + 1);
  });

  it('opens a stream again, instead of polling, after the server was unavailable', async () => {
    server.refuseStreams = refusal(503, 'UNAVAILABLE');
    const [stream] = opened();
    await connection.start();
    await pass(0);
    expect(phases.at(-1)).toBe('offline');
    await pass(2_000);
    stream!.heartbeat(5).events(status(6, 'one'));
    await pass(0);
    expect(seen).toEqual([6]);
    expect(phases.at(-1)).toBe('online');
    expect(server.polls()).toEqual([]);
  });

  it('closes a stream that is silent for longer than a poll takes', async () => {
    const [first] = opened(2);
    await connection.start();
    first!.heartbeat(5);
    await pass(89_000);
    expect(first!.isAborted).toBe(false);
    await pass(2_000);
    expect(first!.isAborted).toBe(true);
    expect(server.positions).toEqual([0, 5]);
  });

  it('re-registers when a stream is refused because the queue no longer exists', async () => {
    await connection.start();
    await connection.stop();
    server.refuseStreams = refusal(400, 'BAD_EVENT_QUEUE_ID');
    connection = new Connection(connection.client);
    await connection.start();
    await pass(0);
    expect(server.queues).toBe(3);
  });
});
