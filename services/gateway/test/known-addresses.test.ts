import { afterAll, beforeAll, expect, it } from 'vitest';
import { send, startTestGateway, type TestGateway } from './support.ts';

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startTestGateway();
});

afterAll(() => gateway[Symbol.asyncDispose]());

it.each([
  ['/login/', '/'],
  ['/login', '/'],
  ['/login/?next=/', '/'],
  ['/accounts/login/', '/'],
  ['/accounts/find/', '/'],
  ['/accounts/find', '/'],
  ['/help/', '/api/docs'],
  ['/help/keyboard-shortcuts', '/api/docs'],
  ['/integrations/', '/api/docs'],
  ['/help/import-from/slack', '/api/docs'],
  ['/integrations/github', '/api/docs'],
  ['/integrations/doc/github', '/api/docs'],
])('the known address %s leads to %s, and is served with HEAD, too', async (url, location) => {
  for (const method of ['GET', 'HEAD'] as const) {
    const { status, headers } = await send(gateway, { method, url });
    expect([status, headers.location]).toEqual([303, location]);
  }
});

it('browsers get an icon at /favicon.ico', async () => {
  const { status, headers } = await send(gateway, { method: 'GET', url: '/favicon.ico' });
  expect([status, headers['content-type']]).toEqual([200, 'image/png']);
});

it('search engines index public channels alone', async () => {
  const { status, headers, payload } = await send(gateway, { method: 'GET', url: '/robots.txt' });
  expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
  expect(payload).toBe('User-agent: *\nAllow: /public/\nDisallow: /\n');
});

it('old links lead to imported messages, and at a host that was moved to the public address', async () => {
  const asked: string[] = [];
  await using moved = await startTestGateway({
    config: { publicUrl: 'https://chat.example', movedHosts: ['old.example'] },
    services: {
      importing: {
        findImportedMessage: async ({ sourceId }) => {
          asked.push(sourceId);
          return { messageId: sourceId.includes('unknown') ? 0 : 1_700_000_000_123 };
        },
      },
    },
  });
  const ask = async (url: string, host?: string, headers = {}) => {
    const answer = await send(moved, {
      method: 'GET',
      url,
      anonymous: true,
      headers: { ...headers, ...(host !== undefined && { host }) },
    });
    return [answer.status, answer.headers.location];
  };
  const urls = [
    '/archives/C024BE91L/p1700000000000100?thread_ts=1',
    '/acme/pl/4yk5gmx1x3bfjegmg7fmijqkoo',
    '/channel/general?msg=aBcDeFgHiJkLmNoPq',
    '/group/secret/thread/x?msg=aBcDeFgHiJkLmNoPq',
    '/direct/x?msg=aBcDeFgHiJkLmNoPq',
  ];
  for (const url of urls) {
    expect(await ask(url)).toEqual([303, '/#narrow/with/1700000000123']);
    expect(await ask(url, 'Old.example:443')).toEqual([
      303,
      'https://chat.example/#narrow/with/1700000000123',
    ]);
  }
  expect(asked).toEqual(urls.flatMap((url) => [url, url]));
  expect(await ask('/archives/C024BE91L/unknown')).toEqual([404, undefined]);
  // Links with a fragment: browsers keep it.
  expect(await ask('/', 'old.example')).toEqual([303, 'https://chat.example/']);
  expect((await ask('/', 'chat.example'))[0]).toBe(200);
});
