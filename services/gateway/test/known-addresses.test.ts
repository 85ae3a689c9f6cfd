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
  ['/integrations/github', '/api/docs'],
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
