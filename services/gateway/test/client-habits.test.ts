import { METHODS } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { authorization, send, startTestGateway, type TestGateway } from './support.ts';

// Requests as real clients send them, which a strict interpretation of the API would refuse.

const queues: { idleTimeoutSeconds: number; capabilities: string[] }[] = [];
const pathIds: string[] = [];
let gateway: TestGateway;
let port: number;

beforeAll(async () => {
  gateway = await startTestGateway({
    services: {
      eventQueue: {
        createQueue: async ({ idleTimeoutSeconds, capabilities }) => {
          queues.push({ idleTimeoutSeconds, capabilities });
          return { queueId: 'e1:q', lastEventId: 300, idleTimeoutSeconds };
        },
      },
      upload: {
        getTemporaryUrl: async ({ pathId }) => {
          pathIds.push(pathId);
          return { url: '/user_uploads/temporary/token/name' };
        },
      },
    },
  });
  await gateway.app.listen({ host: '127.0.0.1', port: 0 });
  port = (gateway.app.server.address() as { port: number }).port;
});

afterAll(() => gateway[Symbol.asyncDispose]());

const register = (form: Record<string, string>) =>
  send(gateway, { method: 'POST', url: '/api/v1/register', form });

/** Sends bytes over a socket and returns the answer. */
async function sendBytes(text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.end(text);
  let answer = '';
  for await (const part of socket) answer += String(part);
  return answer;
}

describe('a registration', () => {
  it.each([
    ['mobile', 43_200],
    ['"mobile"', 43_200],
    ['600', 600],
    ['"600"', 600],
    ['99999999999', 2 ** 31 - 1],
  ])('may request an idle timeout of %s', async (idle_queue_timeout, seconds) => {
    const { status, body } = await register({ idle_queue_timeout });
    expect([status, body.idle_queue_timeout_secs]).toEqual([200, seconds]);
    expect(queues.at(-1)?.idleTimeoutSeconds).toBe(seconds);
  });

  it.each(['desktop', '"10 minutes"', '-1', '1.5'])('refuses an idle timeout of %s', async (value) => {
    const { status, body } = await register({ idle_queue_timeout: value });
    expect([status, body.code]).toEqual([400, 'BAD_REQUEST']);
  });

  it('accepts numbers in quotes everywhere', async () => {
    const { status } = await register({ presence_history_limit_days: '"3"', slim_presence: '"true"' });
    expect(status).toBe(200);
  });

  it('ignores unknown parameters and capabilities, and lists the ignored parameters in its answer', async () => {
    const { status, body } = await register({
      client_capabilities: JSON.stringify({ empty_topic_name: true, from_the_future: true, old: false }),
      report_level: '3',
    });
    expect([status, body.ignored_parameters_unsupported]).toEqual([200, ['report_level']]);
    expect(queues.at(-1)?.capabilities).toEqual(['empty_topic_name', 'from_the_future']);
  });

  it.each([1, 'true', null, {}, []])('refuses the value %j of a capability', async (value) => {
    const { status, body } = await register({
      client_capabilities: JSON.stringify({ old: false, empty_topic_name: value }),
    });
    expect([status, body.code]).toEqual([400, 'BAD_REQUEST']);
    expect(body.msg).toBe('client_capabilities["empty_topic_name"] is not a boolean');
  });
});

it('a video call of a provider that is not configured is refused with the reason', async () => {
  const url = '/api/v1/calls/bigbluebutton/create?meeting_name=x&voice_only=true';
  const { status, body } = await send(gateway, { method: 'GET', url });
  expect([status, body.code, body.msg]).toEqual([400, 'BAD_REQUEST', 'BigBlueButton is not configured.']);
});

it.each(['multipart/form-data', 'multipart/form-data; boundary=b'])(
  'an empty body with the content type %s is a request without parameters',
  async (type) => {
    const headers = { 'content-type': type };
    const sent = { method: 'POST', url: '/api/v1/register', payload: '', headers } as const;
    expect((await send(gateway, sent)).status).toBe(200);
  },
);

it('encoded slashes separate the parts of an upload’s path', async () => {
  const { status } = await send(gateway, {
    method: 'GET',
    url: '/api/v1/user_uploads/2%2Fab%2ffile.txt?x=%2F',
  });
  expect([status, pathIds.at(-1)]).toEqual([200, '2/ab/file.txt']);
});

it('an upload’s path may have two folders, as at other servers', async () => {
  const url = '/api/v1/user_uploads/2/ab/token/file.txt';
  const { status } = await send(gateway, { method: 'GET', url });
  expect([status, pathIds.at(-1)]).toEqual([200, '2/ab/token/file.txt']);
});

it('the last value of a repeated parameter counts, in queries and forms', async () => {
  const url = '/api/v1/messages?num_before=1&num_after=1&anchor=x&anchor=newest';
  expect((await send(gateway, { method: 'GET', url })).status).toBe(200);
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const payload = 'idle_queue_timeout=x&idle_queue_timeout=60';
  const sent = { method: 'POST', url: '/api/v1/register', headers, payload } as const;
  expect((await send(gateway, sent)).body.idle_queue_timeout_secs).toBe(60);
});

/** Methods that some address serves, and `CONNECT`, whose target is no path. */
const served = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'CONNECT']);

describe('a method that an address does not declare', () => {
  it.each([
    ['FOO', '/api/v1/messages'],
    ['PROPFIND', '/api/v1/messages'],
    ['PUT', '/api/v1/messages'],
    ['get', '/api/v1/messages'],
    ...METHODS.filter((method) => !served.has(method)).flatMap((method) => [
      [method, '/api/v1/messages'],
      [method, '/'],
      [method, '/nowhere'],
    ]),
    ['PUT', '/'],
    ['DELETE', '/api/docs'],
  ])('is refused with 405: %s %s', async (method, path) => {
    const answer = await sendBytes(
      `${method} ${path} HTTP/1.1\r\nhost: a\r\nauthorization: ${authorization}\r\nconnection: close\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 405 /);
    expect(answer.toLowerCase()).toMatch(/\r\nallow: [a-z, ]*\bget\b/);
    expect(answer).toContain('"code":"METHOD_NOT_ALLOWED"');
  });

  it('is not reported for bytes that are not HTTP', async () => {
    expect(await sendBytes('\x16\x03\x01 hello\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /);
  });
});

it.each([`/api/v1/users/${'a'.repeat(2_000)}`, `/api/v1/streams/${'1'.repeat(2_000)}`])(
  'an over-long value in a path is refused after the credentials',
  async (url) => {
    expect((await send(gateway, { method: 'GET', url, anonymous: true })).status).toBe(401);
    const { status, body } = await send(gateway, { method: 'GET', url });
    expect([status, body.msg]).toEqual([
      400,
      expect.stringContaining('is too long (limit: 1000 characters)'),
    ]);
  },
);

describe('an unauthorized answer', () => {
  const offer = async (headers: Record<string, string>) => {
    const answer = await send(gateway, { method: 'GET', url: '/api/v1/users/me', anonymous: true, headers });
    expect(answer.status).toBe(401);
    return answer.headers['www-authenticate'];
  };

  it('offers Basic to programs and to people who open an address', async () => {
    expect(await offer({})).toBe('Basic realm="parley"');
    expect(await offer({ 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' })).toBeDefined();
  });

  it('does not offer Basic to scripts of a page, because the browser would open a dialog', async () => {
    expect(await offer({ 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' })).toBeUndefined();
    expect(await offer({ 'x-requested-with': 'XMLHttpRequest' })).toBeUndefined();
  });
});

describe('a resumable upload', () => {
  const call = (method: string, path: string, headers: Record<string, string>) =>
    fetch(`http://127.0.0.1:${port}/api/v1/tus${path}`, { method, headers: { authorization, ...headers } });

  it.each([{ 'tus-resumable': '0.2.2' }, {}])(
    'of another version is refused with 412: %j',
    async (headers) => {
      const answer = await call('POST', '', headers as Record<string, string>);
      expect([answer.status, answer.headers.get('tus-version')]).toEqual([412, '1.0.0']);
      expect(await answer.json()).toMatchObject({ result: 'error', code: 'BAD_REQUEST' });
    },
  );

  it('of another content type is refused with 415', async () => {
    const answer = await call('PATCH', '/0123456789abcdef', {
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
      'content-type': 'text/plain',
    });
    expect(answer.status).toBe(415);
    expect(await answer.json()).toMatchObject({ result: 'error', code: 'BAD_REQUEST' });
  });
});
