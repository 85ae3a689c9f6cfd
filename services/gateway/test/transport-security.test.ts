import { type AddressInfo, connect } from 'node:net';
import { Readable } from 'node:stream';
import { errors } from '@parley/core';
import { type ReadFileRequest, ReadFileResponse } from '@parley/proto/upload/v1/files';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultLimits } from '../src/edge/limits/rate-rules.ts';
import { pages, routes, transfers } from '../src/http/routes.ts';
import { authorization, startTestGateway, type TestGateway, text } from './support.ts';

const isSecured = (head: string): boolean => /^strict-transport-security: max-age=31536000$/im.test(head);

/** Returns whether browsers must not guess the content type. The header is there once, because a repeated one has no effect. */
const isUnguessed = (head: string): boolean =>
  head.match(/^x-content-type-options: .*$/gim)?.join('') === 'x-content-type-options: nosniff';

const large = text([{ id: 1, content: 'x'.repeat(40_000) }]);

/** Answers in place of upload with a file of one byte. */
const readFile = async ({ ifNoneMatch }: ReadFileRequest) => ({
  response: ReadFileResponse.fromPartial({
    status: ifNoneMatch === '' ? 200 : 304,
    contentType: 'image/png',
    contentDisposition: 'inline',
    contentLength: 1,
    etag: '"1"',
  }),
  bytes: Readable.from(ifNoneMatch === '' ? [Buffer.from('a')] : []),
});

/** Starts a gateway for people who reach it over HTTPS, or over HTTP. */
async function listening(isSecure: boolean, config: Parameters<typeof startTestGateway>[0] = {}) {
  const scheme = isSecure ? 'https' : 'http';
  const gateway = await startTestGateway({
    ...config,
    poll: async ({ queueId }) => (queueId === 'large' ? large : text([])),
    config: { isSecure, publicUrl: `${scheme}://parley.example`, hosts: [], ...config.config },
  });
  Object.assign(gateway.ctx.rpc.files, { readFile });
  await gateway.app.listen({ host: '127.0.0.1', port: 0 });
  return gateway;
}

/** Sends a text on a new connection. Returns what is received until `isWhole` holds or the server closes the connection. */
function exchange(
  { app }: Pick<TestGateway, 'app'>,
  sent: string,
  isWhole = (received: string) => received.includes('\r\n\r\n'),
): Promise<string> {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(sent);
  let received = '';
  return new Promise((resolve) => {
    socket.on('error', () => undefined).on('close', () => resolve(received));
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
      if (isWhole(received)) socket.destroy();
    });
  });
}

const withKey = `authorization: ${authorization}\r\n`;
const request = (method: string, url: string, headers = '', version = '1.1') =>
  `${method} ${url} HTTP/${version}\r\nhost: parley.example\r\n${headers}\r\n`;
/** A path with a value for each parameter. */
const filled = (path: string) => path.replaceAll(/\{\w+\}/g, '1');

const everyAddress = [
  ...routes.map(({ method, path }) => [method, `/api/v1${filled(path)}`] as const),
  ...pages.map(({ method = 'GET', path }) => [method, filled(path)] as const),
  ...transfers.flatMap(({ methods, path, takesRest }) =>
    methods.map((method) => [method, takesRest ? `${path}/1/a.png` : path] as const),
  ),
];

/** Other kinds of answers, with their statuses. */
const kinds: readonly (readonly [kind: string, sent: string, status: number])[] = [
  ['a success in one write', request('GET', '/api/v1/events?queue_id=q', withKey), 200],
  ['a success with HTTP/1.0', request('GET', '/api/v1/events?queue_id=q', withKey, '1.0'), 200],
  ['a large success', request('GET', '/api/v1/events?queue_id=large', withKey), 200],
  ['a compressed success', request('GET', '/api/v1/users', `${withKey}accept-encoding: gzip\r\n`), 200],
  ['a stream of events', request('GET', '/api/v1/events/stream?queue_id=q&last_event_id=1', withKey), 200],
  [
    'a stream of events with HTTP/1.0',
    request('GET', '/api/v1/events/stream?queue_id=q&last_event_id=1', withKey, '1.0'),
    200,
  ],
  ['a head', request('HEAD', '/api/docs'), 200],
  ['a redirect', request('GET', '/avatar/9', withKey), 302],
  ['a static file', request('GET', '/static/generated/emoji/images/emoji/unicode/zulip.png'), 200],
  ['a file', request('GET', '/user_avatars/1/a.png'), 200],
  ['a file that the browser has', request('GET', '/user_avatars/1/a.png', 'if-none-match: "1"\r\n'), 304],
  ['a preflight', request('OPTIONS', '/api/v1/messages'), 204],
  ['an upload’s protocol', request('OPTIONS', '/api/v1/tus'), 204],
  ['an upload without credentials', request('POST', '/api/v1/user_uploads', 'content-length: 0\r\n'), 401],
  ['wrong credentials', request('GET', '/api/v1/messages', 'authorization: Basic eDp5\r\n'), 401],
  ['an unknown address', request('GET', '/nothing'), 404],
  ['an unknown address as a page', request('GET', '/nothing', 'accept: text/html\r\n'), 404],
  ['a wrong method', request('PUT', '/api/v1/messages'), 405],
  ['an unknown method', request('BREW', '/api/v1/messages'), 405],
  ['a method that the parser knows, and the server not', request('PROPFIND', '/api/v1/messages'), 405],
  ['a tunnel', 'CONNECT parley.example:443 HTTP/1.1\r\nhost: parley.example\r\n\r\n', 405],
  ['a malformed address', request('GET', '/%'), 400],
  ['a malformed request', 'nonsense\r\n\r\n', 400],
  ['the name of another server', 'GET / HTTP/1.1\r\nhost: other.example\r\n\r\n', 421],
  ['a missing host', 'GET / HTTP/1.1\r\n\r\n', 400],
  ['several hosts', request('GET', '/', 'host: other.example\r\n'), 400],
  ['a body that never comes', request('POST', '/api/v1/messages', 'content-length: 9\r\n'), 408],
  [
    'a body that is too large',
    request('POST', '/api/v1/messages', `${withKey}content-length: 99999999\r\n`),
    413,
  ],
  ['a long URL', request('GET', `/api/v1/messages?${'a'.repeat(70_000)}`), 414],
  [
    'an unknown type',
    request('POST', '/api/v1/messages', 'content-type: a/b\r\ncontent-length: 1\r\n\r\nx'),
    415,
  ],
  ['an expectation', request('GET', '/', 'expect: tea\r\n'), 417],
  ['long headers', request('GET', '/', `x: ${'a'.repeat(200_000)}\r\n`), 431],
];

const statusOf = (received: string): number => Number(/^HTTP\/1\.1 (\d{3})/.exec(received)?.[1]);

describe('where people come over HTTPS', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await listening(true, { config: { bodyTimeoutMs: 500 } });
  });
  afterAll(() => gateway?.[Symbol.asyncDispose]());

  it.each(kinds)(
    'tells browsers with %s to use HTTPS only, and not to guess content types',
    async (_, sent, status) => {
      const received = await exchange(gateway, sent);
      expect([statusOf(received), isSecured(received), isUnguessed(received)]).toEqual([status, true, true]);
    },
  );

  it.each([
    ['without credentials', ''],
    ['with a key', withKey],
  ])('does so at every address, %s', async (_, credentials) => {
    expect(everyAddress.length).toBeGreaterThan(250);
    const silent: string[] = [];
    for (const [method, url] of everyAddress) {
      const received = await exchange(gateway, request(method, url, `${credentials}content-length: 0\r\n`));
      if (!isSecured(received) || !isUnguessed(received))
        silent.push(`${method} ${url}: ${received.split('\r\n', 1)}`);
    }
    expect(silent).toEqual([]);
  });

  it('does so with each answer of a connection', async () => {
    const sent = request('GET', '/api/v1/events?queue_id=q', withKey);
    const count = (received: string) => received.split('HTTP/1.1 200').length - 1;
    const received = await exchange(gateway, sent + sent, (all) => count(all) === 2 && all.endsWith('}'));
    expect(received.match(/^strict-transport-security: /gim)).toHaveLength(2);
  });
});

it('tells browsers to use HTTPS only with refusals for too many requests, and because a service fails', async () => {
  const failing = { getOwnUser: () => Promise.reject(errors.internal()) };
  await using limited = await listening(true, {
    services: { userAdmin: failing },
    config: { rateLimits: { ...defaultLimits, poll: { requests: 1, seconds: 60 } } },
  });
  const poll = request('GET', '/api/v1/events?queue_id=q', withKey);
  await exchange(limited, poll);
  const refusals = [
    await exchange(limited, poll),
    await exchange(limited, request('GET', '/api/v1/users/me', withKey)),
  ];
  expect(refusals.map((each) => [statusOf(each), isSecured(each)])).toEqual([
    [429, true],
    [500, true],
  ]);
  limited.ctx.admission.refuse = () => 'lag';
  const shed = await exchange(limited, request('GET', '/api/v1/users/me', withKey));
  expect([statusOf(shed), isSecured(shed)]).toEqual([503, true]);
});

it('says nothing about HTTPS where people come over HTTP', async () => {
  await using gateway = await listening(false, { config: { bodyTimeoutMs: 500 } });
  for (const [kind, sent, status] of kinds) {
    const received = await exchange(gateway, sent);
    expect([kind, statusOf(received), /strict-transport/i.test(received)]).toEqual([kind, status, false]);
    expect([kind, isUnguessed(received)]).toEqual([kind, true]);
  }
});
