import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Client } from '../client.ts';
import type { Auth } from './auth.ts';
import { ApiError, ConnectionError, DeadlineError } from './errors.ts';

// Tests of failures and timing that a real server cannot produce. Other tests use real services.

type Answer = () => Promise<Response> | Response;

const success = (body: object = {}): Answer => {
  return () => Response.json({ result: 'success', msg: '', ...body });
};
const refusal = (
  status: number,
  code: string,
  headers: Record<string, string> = {},
  more: object = {},
): Answer => {
  return () => Response.json({ result: 'error', msg: `It is ${code}.`, code, ...more }, { status, headers });
};
const unreachable: Answer = () => Promise.reject(new TypeError('connect ECONNREFUSED'));

/** Returns a client whose requests get these answers, one answer per request. */
function clientWith(answers: Answer[], options: Partial<ConstructorParameters<typeof Client>[0]> = {}) {
  const requests: { url: string; init: RequestInit; at: number }[] = [];
  const client = new Client({
    url: 'https://chat.test/',
    auth: { kind: 'key', email: 'zoë@chat.test', apiKey: 'secret' },
    fetch: async (url, init) => {
      requests.push({ url, init, at: Date.now() });
      const answer = answers.shift();
      if (!answer) throw new Error('One request too many');
      return await answer();
    },
    ...options,
  });
  return { client, requests };
}

const message = { type: 'channel', to: 7, topic: 't', content: 'c' } as const;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Advances the fake time until a call has settled. */
async function settled<T>(call: Promise<T>): Promise<T> {
  call.catch(() => undefined);
  await vi.runAllTimersAsync();
  return call;
}

describe('a request', () => {
  it('sends the credentials, the parameters of a read in the query, and those of a write as a form', async () => {
    const { client, requests } = clientWith([success(), success()], { name: 'TestBot' });
    await client.call('get-stream-id', { stream: 'a b' });
    await client.call('send-message', { ...message, to: '123' });
    const [read, write] = requests;
    expect(read!.url).toBe('https://chat.test/api/v1/get_stream_id?stream=a+b&client=TestBot');
    expect(read!.init).toMatchObject({ method: 'GET', credentials: 'omit' });
    const { authorization } = read!.init.headers as Record<string, string>;
    expect(Buffer.from(authorization!.slice('Basic '.length), 'base64').toString()).toBe(
      'zoë@chat.test:secret',
    );
    expect(write!.init.method).toBe('POST');
    // The channel's name looks like an ID, so it must be quoted.
    expect(Object.fromEntries(write!.init.body as URLSearchParams)).toEqual({
      ...message,
      to: '"123"',
      client: 'TestBot',
    });
  });

  it('fills path parameters into the path', async () => {
    const { client, requests } = clientWith([success()]);
    await client.call('remove-navigation-view', { fragment: 'narrow/is/dm' });
    expect(requests[0]!.url).toBe('https://chat.test/api/v1/navigation_views/narrow%2Fis%2Fdm');
  });

  it('of a session sends the CSRF token only with writes', async () => {
    const { client, requests } = clientWith(
      [success({ user_id: 3, csrf_token: 'token' }), success(), success({ members: [] })],
      { auth: { kind: 'session' } },
    );
    expect(await client.signIn('a@chat.test', 'password')).toEqual({ userId: 3 });
    await client.call('send-message', message);
    await client.call('get-users');
    expect(requests.map(({ init }) => (init.headers as Record<string, string>)['x-csrftoken'])).toEqual([
      undefined,
      'token',
      undefined,
    ]);
    expect(requests.every(({ init }) => init.credentials === 'same-origin')).toBe(true);
  });

  it('of a session tells the server that a page sends it, so that the browser shows no password dialog', async () => {
    const headersOf = async (auth: Auth) => {
      const { client, requests } = clientWith([success({ members: [] }), success()], { auth });
      await client.call('get-users');
      await client.call('update-presence', { status: 'active' });
      return requests.map(({ init }) => (init.headers as Record<string, string>)['x-requested-with']);
    };
    expect(await headersOf({ kind: 'session' })).toEqual(['XMLHttpRequest', 'XMLHttpRequest']);
    const key = { kind: 'key', email: 'a@chat.test', apiKey: 'k' } as const;
    expect(await headersOf(key)).toEqual([undefined, undefined]);
  });
});

describe('a failed call', () => {
  it('carries the server’s code, message and fields', async () => {
    const { client } = clientWith([
      refusal(400, 'STREAM_DOES_NOT_EXIST', { 'x-request-id': 'r1' }, { stream: 'none' }),
    ]);
    const error = await settled(client.call('send-message', message).catch((reason: unknown) => reason));
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      status: 400,
      code: 'STREAM_DOES_NOT_EXIST',
      message: 'It is STREAM_DOES_NOT_EXIST.',
      fields: { stream: 'none' },
      operation: 'send-message',
      requestId: 'r1',
    });
  });

  it('is a connection failure when the response does not come from the API', async () => {
    const page: Answer = () => new Response('<h1>Welcome to the hotel</h1>', { status: 200 });
    const { client } = clientWith([page]);
    await expect(settled(client.call('get-users', {}, { attempts: 1 }))).rejects.toBeInstanceOf(
      ConnectionError,
    );
  });

  it('is retried with growing delays if it is idempotent', async () => {
    const { client, requests } = clientWith([
      unreachable,
      refusal(503, 'UNAVAILABLE'),
      unreachable,
      success({ members: [] }),
    ]);
    await settled(client.call('get-users'));
    const waits = requests.slice(1).map(({ at }, index) => at - requests[index]!.at);
    expect(waits).toHaveLength(3);
    for (const [index, wait] of waits.entries()) {
      expect(wait).toBeGreaterThanOrEqual(125 * 2 ** index);
      expect(wait).toBeLessThanOrEqual(250 * 2 ** index);
    }
  });

  it('is not retried if it may have taken effect', async () => {
    const { client, requests } = clientWith([unreachable]);
    await expect(settled(client.call('send-message', message))).rejects.toBeInstanceOf(ConnectionError);
    expect(requests).toHaveLength(1);
  });

  it('is retried for a send with a local ID, by which the server recognizes duplicates', async () => {
    const { client, requests } = clientWith([unreachable, success({ id: 5 })]);
    const send = { ...message, queue_id: 'q', local_id: '1' };
    expect(await settled(client.call('send-message', send))).toMatchObject({ id: 5 });
    expect(requests).toHaveLength(2);
  });

  it('is not retried when the server refused it', async () => {
    const { client, requests } = clientWith([refusal(400, 'BAD_REQUEST')]);
    await expect(settled(client.call('get-users'))).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    expect(requests).toHaveLength(1);
  });

  it('waits as long as a rate limit requires, also for writes', async () => {
    const { client, requests } = clientWith([
      refusal(429, 'RATE_LIMIT_HIT', { 'retry-after': '3' }, { 'retry-after': 2.5 }),
      success({ id: 5 }),
    ]);
    await settled(client.call('send-message', message));
    expect(requests[1]!.at - requests[0]!.at).toBeGreaterThanOrEqual(2_500);
    expect(requests[1]!.at - requests[0]!.at).toBeLessThan(2_700);
  });
});

/** Simulates a request that is never answered and ends only when it is aborted. */
const endless = (_url: string, { signal }: RequestInit): Promise<Response> =>
  new Promise((_resolve, reject) => {
    signal!.addEventListener('abort', () => reject(signal!.reason));
  });

describe('a call', () => {
  it('ends at its deadline, including retries', async () => {
    vi.useRealTimers();
    const { client } = clientWith([], { fetch: endless });
    const begin = Date.now();
    await expect(client.call('get-users', {}, { timeoutMs: 60 })).rejects.toBeInstanceOf(DeadlineError);
    expect(Date.now() - begin).toBeLessThan(5_000);
  });

  it('does not wait for a retry beyond its deadline', async () => {
    const { client, requests } = clientWith([refusal(503, 'UNAVAILABLE', { 'retry-after': '60' })]);
    await expect(settled(client.call('get-users'))).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(requests).toHaveLength(1);
  });

  it('ends with the reason of its abort signal, also between two attempts', async () => {
    const controller = new AbortController();
    const { client } = clientWith([unreachable, unreachable, unreachable, unreachable]);
    const call = client.call('get-users', {}, { signal: controller.signal });
    call.catch(() => undefined);
    await vi.advanceTimersByTimeAsync(50);
    controller.abort(new Error('no longer needed'));
    await expect(call).rejects.toThrow('no longer needed');
  });
});
