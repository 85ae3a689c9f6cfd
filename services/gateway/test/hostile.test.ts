import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { methodsOf } from '../src/edge/declaration/paths.ts';
import type { AnyRoute } from '../src/edge/declaration/route.ts';
import { routes } from '../src/http/routes.ts';
import { send, startTestGateway, type TestGateway } from './support.ts';

/** Number of random inputs per route. Tests of a release use more (`.ci/release`). */
const inputsPerRoute = Number(process.env.PARLEY_RANDOM_INPUTS ?? 15);

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startTestGateway({ config: { maxBodyBytes: 64 * 1024, maxUrlBytes: 16 * 1024 } });
  await gateway.app.listen({ host: '127.0.0.1', port: 0 });
});

afterAll(() => gateway[Symbol.asyncDispose]());

const form = 'application/x-www-form-urlencoded';
const urlOf = (route: AnyRoute, value = '1') => `/api/v1${route.path.replaceAll(/\{\w+\}/g, value)}`;

type Answer = Awaited<ReturnType<typeof send>>;

/** Expects a 4xx status and an error envelope with a code and a request ID, without internal details. */
function expectRefusal(answer: Answer, status?: number): void {
  expect(answer.status).toBeGreaterThanOrEqual(400);
  expect(answer.status).toBeLessThan(500);
  if (status !== undefined) expect(answer.status).toBe(status);
  expect(answer.body).toMatchObject({ result: 'error', code: expect.any(String), msg: expect.any(String) });
  expect(answer.payload).not.toMatch(/node_modules|\.ts:|at \w+ \(/);
  expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
}

describe.each(routes.map((route) => [`${route.method} ${route.path}`, route] as const))(
  '%s',
  (_name, route) => {
    const method = route.method;
    const hasBody = method !== 'GET';

    it('refuses other methods and lists the supported ones', async () => {
      const siblings = routes.filter((each) => each.path === route.path).flatMap(methodsOf);
      for (const other of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const) {
        if (siblings.includes(other)) continue;
        const answer = await send(gateway, { method: other, url: urlOf(route) });
        expect(answer.status).toBe(405);
        expect(answer.headers.allow).toContain(method);
      }
      const options = await send(gateway, { method: 'OPTIONS', url: urlOf(route), anonymous: true });
      expect(options.status).toBe(204);
      expect(options.headers.allow).toContain(method);
    });

    it('requires credentials unless the route is public', async () => {
      const answer = await send(gateway, { method, url: urlOf(route), anonymous: true });
      if (route.auth === 'required') expectRefusal(answer, 401);
      else expect(answer.status).not.toBe(401);
    });

    it('names a required parameter that is missing', async () => {
      const required = route.params.describe().filter((each) => each.required && each.in === 'form');
      if (required.length === 0) return;
      const answer = await send(gateway, { method, url: urlOf(route) });
      expectRefusal(answer, 400);
      expect(answer.body).toMatchObject({ code: 'REQUEST_VARIABLE_MISSING', var_name: required[0]!.name });
    });

    it('refuses bodies that are malformed, too long, or of no known kind', async () => {
      if (!hasBody) return;
      const url = urlOf(route);
      const bodies: [contentType: string, payload: string | Buffer, status: number][] = [
        [form, 'a=%', 400],
        [form, '%zz=1', 400],
        [form, 'a=%c3%28', 400],
        [form, `${'a&'.repeat(2_000)}`, 400],
        [form, `a=${'x'.repeat(70_000)}`, 413],
        [form, Buffer.from('a=\xff', 'latin1'), 400],
        ['application/json', Buffer.from('{"a":"\xff"}', 'latin1'), 400],
        [
          'multipart/form-data; boundary=b',
          Buffer.from('--b\r\ncontent-disposition: form-data; name="a"\r\n\r\n\xff\r\n--b--\r\n', 'latin1'),
          400,
        ],
        ['application/json', '{', 400],
        ['application/json', '[1]', 400],
        ['application/json', '"x"', 400],
        ['application/json', '['.repeat(60_000), 400],
        ['multipart/form-data', 'x', 400],
        ['multipart/form-data; boundary=b', '--b\r\ncontent-disposition: form-data; name="a"\r\n\r\nx', 400],
        ['multipart/form-data; boundary=b', 'nothing of the kind', 400],
        ['text/plain', 'hello', 415],
        ['application/octet-stream', Buffer.alloc(10), 415],
        ['not a type', 'x', 415],
      ];
      for (const [contentType, payload, status] of bodies) {
        const answer = await send(gateway, {
          method,
          url,
          payload,
          headers: { 'content-type': contentType },
        });
        expectRefusal(answer);
        expect([contentType, String(payload).slice(0, 20), answer.status]).toEqual([
          contentType,
          String(payload).slice(0, 20),
          status,
        ]);
      }
    });

    it('refuses malformed queries and URLs that are too long', async () => {
      expectRefusal(await send(gateway, { method, url: `${urlOf(route)}?a=%zz` }), 400);
      expectRefusal(await send(gateway, { method, url: `${urlOf(route)}?a=${'x'.repeat(20_000)}` }), 414);
      if (route.path.includes('{')) {
        for (const value of [
          'x',
          '-1',
          '1.5',
          '%00',
          '99999999999999999999',
          '%zz',
          '%ff',
          'x'.repeat(2_000),
        ]) {
          expectRefusal(await send(gateway, { method, url: urlOf(route, value) }));
        }
      }
    });

    it('answers malformed and long texts in every parameter with a success or a refusal of bounded size', async () => {
      for (const { name, in: place, jsonEncoded } of route.params.describe()) {
        if (place === 'path') continue;
        const long = 'x'.repeat(hasBody ? 60_000 : 15_000);
        const texts = jsonEncoded ? ['["\\ud800"]', `["${long}"]`] : ['\ud800', long];
        for (const text of texts) {
          const sent = JSON.stringify({ [name]: text });
          const answer = await send(gateway, {
            method,
            url: hasBody
              ? urlOf(route)
              : `${urlOf(route)}?${new URLSearchParams({ [name]: text.toWellFormed() })}`,
            ...(hasBody && { payload: sent, headers: { 'content-type': 'application/json' } }),
          });
          if (answer.status !== 200) expectRefusal(answer);
          expect(answer.payload.length).toBeLessThan(70_000);
        }
      }
    });

    it('answers any parameters with a success or a refusal', async () => {
      const names = [...route.params.names, 'client', '__proto__', 'zzz'];
      const junk = fc.oneof(
        fc.string({ unit: 'binary', maxLength: 30 }),
        fc.json({ maxDepth: 3 }),
        fc.constantFrom(
          'null',
          'true',
          '1',
          '-1',
          '1e999',
          '9007199254740993',
          '[]',
          '[1]',
          '["a"]',
          '{}',
          '[{}]',
        ),
        fc.constantFrom('\0', '"\\u0000"', '"\\ud800"', '[[1]]', '[null]', '[1,"a"]', 'newest', 'direct'),
      );
      await fc.assert(
        fc.asyncProperty(fc.dictionary(fc.constantFrom(...names), junk), async (given) => {
          const encoded = new URLSearchParams(Object.entries(given)).toString();
          const answer = await send(gateway, {
            method,
            url: hasBody ? urlOf(route) : `${urlOf(route)}?${encoded}`,
            ...(hasBody && { payload: encoded, headers: { 'content-type': form } }),
          });
          if (route.sendsEvents && answer.status === 200) expect(answer.payload).toContain('"heartbeat"');
          else if (answer.status === 200) expect(answer.body).toMatchObject({ result: 'success', msg: '' });
          else expectRefusal(answer);
        }),
        { numRuns: inputsPerRoute },
      );
    });
  },
);

it.each([
  '/api/v1',
  '/api/v1/',
  '/api/v1/nothing',
  '/api/v2/messages',
  '/api/v1/messages/%zz',
  '/api/v1/users/me/../../../etc/passwd',
  '/static/emoji/../../x',
  '/favicon.png',
  // Folders are not listed, and files about the server itself are not served.
  ...['/assets', '/assets/', '/static/', '/static/generated/emoji/', '/user_uploads', '/user_avatars/'],
  ...['/.git/config', '/.DS_Store', '/.env', '/package.json', '/assets/index.html', '/Thumbs.db'],
])('answers 404 at %s', async (url) => {
  expectRefusal(await send(gateway, { method: 'GET', url }));
});

/** Sends bytes that may not be HTTP. Returns the answer as text. */
async function speak(bytes: string): Promise<string> {
  const { port } = gateway.app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.setEncoding('utf8').on('data', (part) => {
    answer += part;
  });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  socket.on('close', () => resolve()).on('error', reject);
  socket.write(bytes, 'latin1');
  await promise;
  return answer;
}

it.each([
  ['bytes that are not HTTP', 'hello\r\n\r\n', '400'],
  ['a header beyond all limits', `GET / HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(60_000)}\r\n\r\n`, '431'],
  ['a URL beyond all limits', `GET /${'y'.repeat(60_000)} HTTP/1.1\r\nhost: x\r\n\r\n`, '431'],
  [
    'two content lengths',
    'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab',
    '400',
  ],
  ['an unknown method', 'BREW /api/v1/messages HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n', '405'],
  ['an odd method', 'PROPFIND /api/v1/messages HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n', '405'],
  ['TRACE', 'TRACE /api/v1/messages HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n', '405'],
  ['CONNECT', 'CONNECT elsewhere:443 HTTP/1.1\r\nhost: elsewhere:443\r\n\r\n', '405'],
  ['no Host header', 'GET /api/v1/server_settings HTTP/1.1\r\nconnection: close\r\n\r\n', '400'],
  [
    'two hosts',
    'GET /api/v1/server_settings HTTP/1.1\r\nhost: x\r\nHOST: y\r\nconnection: close\r\n\r\n',
    '400',
  ],
  ['two hosts anywhere', 'OPTIONS /api/docs HTTP/1.1\r\nhost: x\r\nhost: x\r\n\r\n', '400'],
  ['no host anywhere', 'GET /nothing HTTP/1.1\r\nconnection: close\r\n\r\n', '400'],
  ['an expectation', 'GET /api/v1/server_settings HTTP/1.1\r\nhost: x\r\nexpect: nonsense\r\n\r\n', '417'],
  [
    'a query that was not escaped',
    'GET /api/v1/server_settings?a=\xff HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n',
    '400',
  ],
  ['the target *', 'OPTIONS * HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n', '404'],
])('answers %s with an envelope', async (_what, bytes, status) => {
  const answer = await speak(bytes);
  expect(answer.slice(0, 12)).toBe(`HTTP/1.1 ${status}`);
  // CORS allows scripts of other sites to read the error.
  expect(answer).toMatch(/^access-control-allow-origin: \*\r$/im);
  expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4))).toMatchObject({ result: 'error' });
});

it('answers complete requests before malformed bytes on the same connection', async () => {
  const request = 'GET /api/v1/server_settings HTTP/1.1\r\nhost: x\r\n\r\n';
  const answer = await speak(`${request}${request}hello\r\n\r\n`);
  expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200', 'HTTP/1.1 400']);
});
