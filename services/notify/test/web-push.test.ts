import type { RequestListener } from 'node:http';
import { errors, webPushKeys } from '@parley/core';
import { sql } from '@parley/db';
import type { NotificationSettings } from '@parley/facts';
import { createScope } from '@parley/facts';
import type { Guard } from '@parley/outside';
import { PhoneService } from '@parley/proto/notify/v1/notify';
import { backgroundCall } from '@parley/rpc';
import { decryptPush, type Site, startPushService, startSite, type TestBrowser } from '@parley/test-servers';
import { afterEach, describe, expect, it } from 'vitest';
import { noActivity } from '../src/domain/presence.ts';
import { createPushTransport } from '../src/push/transport.ts';
import { createVapid } from '../src/push/vapid.ts';
import { addPhoneToken } from '../src/rpc/add-phone-token.ts';
import { addWebPush } from '../src/rpc/add-web-push.ts';
import { removeWebPush } from '../src/rpc/remove-web-push.ts';
import { pushDue } from '../src/workers/push.ts';
import { startTestNotify, type TestNotify } from './support.ts';

const secretKey = 'a key of 32 or more characters for tests';
const publicKey = webPushKeys(secretKey).publicKey.toString('base64url');
const { signal } = new AbortController();
const stops: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

/** Creates the dependencies of the service with a transport that may send requests to `hosts`. */
async function start(
  hosts: readonly string[],
  guard: Partial<Guard> = {},
  settings: Partial<NotificationSettings> = {},
): Promise<TestNotify> {
  const push = createPushTransport({
    guard: { allowed: new Set(hosts), timeoutMs: 60_000, ...guard },
    authorization: createVapid(secretKey, 'https://chat.example'),
    folder: '',
    now: Date.now,
  });
  const env = await startTestNotify({ send: async () => undefined }, { push, settings });
  stops.push(async () => await env[Symbol.asyncDispose]());
  return env;
}

async function startService() {
  const service = await startPushService();
  stops.push(async () => await service[Symbol.asyncDispose]());
  return service;
}

const scopeOf = ({ ctx }: TestNotify, userId: number) =>
  createScope(ctx.factCache, { ...backgroundCall({ timeoutMs: 60_000 }), principal: { userId } });
const add = (env: TestNotify, userId: number, { subscription }: Pick<TestBrowser, 'subscription'>) =>
  addWebPush(env.ctx, { endpoint: subscription.endpoint, ...subscription.keys }, scopeOf(env, userId));
const waiting = ({ db }: TestNotify) =>
  db.many<{ attempts: number; seconds: number }>(
    sql`select attempts, extract(epoch from due_at - now())::float8 as seconds from due_pushes order by push_id`,
  );
const subscriptions = ({ db }: TestNotify) =>
  db.many<{ endpoint: string }>(sql`select endpoint from web_push_subscriptions order by subscription_id`);

it('the stand-in for browsers decrypts the example of RFC 8291', () => {
  const body =
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN';
  const [key, auth] = ['q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94', 'BTBZMqHH6r4Tts7J_aSIgg'];
  const [bytes, privateKey, secret] = [body, key, auth].map((text) => Buffer.from(text, 'base64url'));
  expect(decryptPush(bytes!, privateKey!, secret!)).toBe('When I grow up, I want to be a watermelon');
});

describe('a push', () => {
  it('is decrypted by the browser alone, signed by this server, and has a lifetime, urgency and collapse key', async () => {
    const service = await startService();
    const browser = service.addBrowser(publicKey);
    const env = await start([service.host]);
    await add(env, 1, browser);
    await env.missPush(1, 101);
    await pushDue(env.ctx, signal);
    const [push] = browser.received;
    expect(push!.content).toEqual({
      type: 'message',
      message_id: 101,
      title: 'P20',
      body: 'message 101 to 1',
      direction: 'ltr',
      url: 'https://chat.example/#narrow/dm/20/near/101',
      tag: 'direct 20',
      time: 0,
      reason: 'mention',
      organization: 'Test',
    });
    expect(push!.claims).toMatchObject({ aud: `http://${service.host}`, sub: 'https://chat.example' });
    expect(push!.headers).toMatchObject({ urgency: 'high', topic: expect.stringMatching(/^[\w-]{32}$/) });
    expect(Number(push!.headers.ttl)).toBeGreaterThan(2 * 24 * 3600);
    expect(await waiting(env)).toEqual([]);
    expect(env.pushed.get('accepted')).toBe(1);
  });

  it('is refused by a push service whose browser subscribed with another key, and not sent again', async () => {
    const service = await startService();
    const browser = service.addBrowser(
      webPushKeys('another key of 32 or more characters').publicKey.toString('base64url'),
    );
    const env = await start([service.host]);
    await add(env, 1, browser);
    await env.missPush(1, 101);
    await pushDue(env.ctx, signal);
    expect(browser.received).toEqual([]);
    expect(env.pushed.get('refused')).toBe(1);
    expect(await waiting(env)).toEqual([]);
  });

  it('goes to all browsers of a person, and to no other person', async () => {
    const service = await startService();
    const [first, second, other] = [service.addBrowser(), service.addBrowser(), service.addBrowser()];
    const env = await start([service.host]);
    for (const browser of [first, second]) await add(env, 1, browser);
    await add(env, 2, other);
    await env.missPush(1, 101);
    await Promise.all([pushDue(env.ctx, signal), pushDue(env.ctx, signal)]);
    expect([first, second, other].map(({ received }) => received.length)).toEqual([1, 1, 0]);
  });

  it('is not sent for messages that were read in time, nor to active people who turned pushes off for that time', async () => {
    const service = await startService();
    const browser = service.addBrowser();
    const env = await start([service.host], {}, { pushWhileActive: false });
    await add(env, 1, browser);
    await env.missPush(1, 101, 102);
    env.read.add(101);
    await pushDue(env.ctx, signal);
    expect(browser.received.map(({ content }) => content.message_id)).toEqual([102]);
    env.activity.set(1, { ...noActivity, activeAtMs: Date.now() });
    await env.missPush(1, 103);
    await pushDue(env.ctx, signal);
    expect(browser.received).toHaveLength(1);
    expect(Object.fromEntries(env.pushed)).toEqual({ accepted: 1, read: 1, seen: 1 });
  });

  it('is dropped while the person wants no notifications', async () => {
    const service = await startService();
    const browser = service.addBrowser();
    const env = await start([service.host], {}, { pausedUntil: Math.floor(Date.now() / 1000) + 3_600 });
    await add(env, 1, browser);
    await env.missPush(1, 101);
    await pushDue(env.ctx, signal);
    expect(browser.received).toEqual([]);
    expect(await waiting(env)).toEqual([]);
    expect(Object.fromEntries(env.pushed)).toEqual({ unwanted: 1 });
  });

  it('to a person who was active before the message waits until the person is away', async () => {
    const service = await startService();
    const browser = service.addBrowser();
    const env = await start([service.host], {}, { pushWhileActive: false });
    env.ctx.idleMs = 60_000;
    await add(env, 1, browser);
    env.activity.set(1, { ...noActivity, activeAtMs: Date.now() - 10_000 });
    await env.missPush(1, 101);
    await pushDue(env.ctx, signal);
    const [row] = await waiting(env);
    expect(row).toMatchObject({ attempts: 0 });
    expect(row!.seconds).toBeGreaterThan(40);
    expect(browser.requests).toBe(0);
  });

  it('hides a direct message if the settings say so', async () => {
    const service = await startService();
    const browser = service.addBrowser();
    const env = await start([service.host], {}, { directContentInPush: false, language: 'de' });
    await add(env, 1, browser);
    await env.missPush(1, 101);
    await pushDue(env.ctx, signal);
    expect(browser.received[0]!.content).toMatchObject({ title: 'P20', body: 'Neue Direktnachricht' });
  });

  it('is not sent when the person has turned the setting off meanwhile, or removed the browser', async () => {
    const service = await startService();
    const browser = service.addBrowser();
    const env = await start([service.host], {}, { mentionPush: false });
    await add(env, 1, browser);
    await env.missPush(1, 101);
    await pushDue(env.ctx, signal);
    await env.missPush(1, 102);
    const { endpoint } = browser.subscription;
    await removeWebPush(env.ctx, { endpoint }, scopeOf(env, 2));
    expect(await subscriptions(env)).toHaveLength(1);
    await removeWebPush(env.ctx, { endpoint }, scopeOf(env, 1));
    await pushDue(env.ctx, signal);
    expect(browser.requests).toBe(0);
    expect(Object.fromEntries(env.pushed)).toEqual({ unwanted: 1, gone: 1 });
  });
});

describe('a subscription', () => {
  it.each([404, 410])('is forgotten when its push service answers %s', async (status) => {
    const service = await startService();
    const browser = service.addBrowser();
    const env = await start([service.host]);
    await add(env, 1, browser);
    browser.answers.push({ status });
    await env.missPush(1, 101, 102);
    await pushDue(env.ctx, signal);
    expect(await subscriptions(env)).toEqual([]);
    expect(await waiting(env)).toEqual([]);
    await env.missPush(1, 103);
    expect(await waiting(env)).toEqual([]);
  });

  it('belongs to the person who uses the browser now, also for pending pushes', async () => {
    const service = await startService();
    const browser = service.addBrowser();
    const env = await start([service.host]);
    await add(env, 1, browser);
    await env.missPush(1, 101);
    await add(env, 2, browser);
    await env.missPush(2, 102);
    await pushDue(env.ctx, signal);
    expect(browser.received.map(({ content }) => content.message_id)).toEqual([102]);
  });

  it('replaces the oldest subscription of a person who has 20', async () => {
    const service = await startService();
    const browsers = Array.from({ length: 21 }, () => service.addBrowser());
    const env = await start([service.host]);
    for (const browser of browsers) await add(env, 1, browser);
    const kept = (await subscriptions(env)).map(({ endpoint }) => endpoint);
    expect(kept).toEqual(browsers.slice(1).map(({ subscription }) => subscription.endpoint));
  });

  it.each([
    'http://push.example/x',
    'ftp://push.example/x',
    'nothing',
    'https://a:b@push.example/x',
    'https://push.example:22/x',
    'https://127.0.0.1/x',
    'https://[::1]/x',
    'https://169.254.169.254/latest/meta-data',
    'https://localhost/x',
    `https://push.example/${'x'.repeat(2_000)}`,
  ])('is refused for the address %s', async (endpoint) => {
    const env = await start([], {
      resolve: async (host) => [host === 'localhost' ? '127.0.0.1' : '93.184.216.34'],
    });
    const { keys } = (await startService()).addBrowser().subscription;
    const adding = add(env, 1, { subscription: { endpoint, expirationTime: null, keys } });
    await expect(adding).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    expect(await subscriptions(env)).toEqual([]);
  });

  it('is refused for a name with a private address and for invalid keys, and accepted for a public name', async () => {
    const { keys } = (await startService()).addBrowser().subscription;
    const addresses: Record<string, string[]> = {
      'public.example': ['93.184.216.34'],
      'mixed.example': ['93.184.216.34', '10.0.0.1'],
      'nowhere.example': [],
    };
    const env = await start([], { resolve: async (host) => addresses[host] ?? [] });
    const addAt = (host: string, changed = {}) =>
      add(env, 1, {
        subscription: { endpoint: `https://${host}/x`, expirationTime: null, keys: { ...keys, ...changed } },
      });
    await expect(addAt('mixed.example')).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    await expect(addAt('nowhere.example')).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    await expect(addAt('public.example', { auth: 'AAAA' })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    const noPoint = Buffer.alloc(65, 4).toString('base64url');
    await expect(addAt('public.example', { p256dh: noPoint })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    await addAt('public.example');
    expect(await subscriptions(env)).toEqual([{ endpoint: 'https://public.example/x' }]);
  });

  it('is forgotten, and its host not requested, when the name later resolves to a private address', async () => {
    const answers = [['93.184.216.34'], ['127.0.0.1']];
    const { keys } = (await startService()).addBrowser().subscription;
    const env = await start([], { resolve: async () => answers.shift() ?? [] });
    await add(env, 1, { subscription: { endpoint: 'https://push.example/x', expirationTime: null, keys } });
    await env.missPush(1, 101);
    await pushDue(env.ctx, signal);
    expect(env.pushed.get('gone')).toBe(1);
    expect(await subscriptions(env)).toEqual([]);
  });
});

describe('a push service', () => {
  /** Starts a web server that acts as a push service. */
  async function startOther(answer: RequestListener): Promise<Site> {
    const site = await startSite(answer);
    stops.push(async () => await site[Symbol.asyncDispose]());
    return site;
  }

  it('that is busy gets the push later, after a growing delay or after the requested time', async () => {
    const service = await startService();
    const browser = service.addBrowser();
    const env = await start([service.host]);
    await add(env, 1, browser);
    await env.missPush(1, 101);
    const delays: number[] = [];
    for (const answer of [
      { status: 503 },
      { status: 500 },
      { status: 429, headers: { 'retry-after': '1000' } },
    ]) {
      browser.answers.push(answer);
      await pushDue(env.ctx, signal);
      delays.push((await waiting(env))[0]!.seconds);
      await pushDue(env.ctx, signal);
      await env.makeDue();
    }
    expect(browser.requests).toBe(3);
    expect(delays.map((seconds) => Math.round(seconds / 10) * 10)).toEqual([30, 60, 1_000]);
    await pushDue(env.ctx, signal);
    expect(browser.received.map(({ content }) => content.message_id)).toEqual([101]);
    expect(Object.fromEntries(env.pushed)).toEqual({ retried: 3, accepted: 1 });
  });

  it('that redirects is treated as refusing the push', async () => {
    const inside = await startOther((_request, response) => response.writeHead(201).end());
    const site = await startOther((_request, response) =>
      response.writeHead(307, { location: `http://${inside.host}/` }).end(),
    );
    const env = await start([site.host, inside.host]);
    const { keys } = (await startService()).addBrowser().subscription;
    await add(env, 1, { subscription: { endpoint: `http://${site.host}/x`, expirationTime: null, keys } });
    await env.missPush(1, 101);
    await pushDue(env.ctx, signal);
    expect([site.requests.length, inside.requests.length]).toEqual([1, 0]);
    expect(env.pushed.get('refused')).toBe(1);
  });

  it('that never answers, or never ends its answer, does not delay the others', async () => {
    const silent = await startOther(() => undefined);
    const endless = await startOther((_request, response) => {
      response.writeHead(201).write('x');
    });
    const service = await startService();
    const browser = service.addBrowser();
    const env = await start([silent.host, endless.host, service.host], { timeoutMs: 3_000 });
    for (const { host } of [silent, endless]) {
      const subscription = { ...browser.subscription, endpoint: `http://${host}/x` };
      await add(env, 1, { subscription });
    }
    await add(env, 1, browser);
    await env.missPush(1, 101);
    await pushDue(env.ctx, signal);
    expect(browser.received).toHaveLength(1);
    expect(Object.fromEntries(env.pushed)).toEqual({ accepted: 2, retried: 1 });
    // After a request without an answer, the silent push service gets no request for a while. Others still do.
    await env.missPush(1, 102);
    await env.makeDue();
    await pushDue(env.ctx, signal);
    expect(silent.requests.length).toBe(1);
    expect(browser.received).toHaveLength(2);
    expect((await waiting(env)).map(({ attempts }) => attempts)).toEqual([1, 0]);
  });

  it('gets several pushes over one connection, also when it closes the connection between two pushes', async () => {
    const sockets = new Set<unknown>();
    let requests = 0;
    const other = await startOther((request, response) => {
      requests++;
      const isKept = sockets.has(request.socket);
      sockets.add(request.socket);
      // The third request uses a connection that the server closes.
      if (requests === 3 && isKept) request.socket.destroy();
      else request.resume().once('end', () => response.writeHead(201).end());
    });
    const { subscription } = (await startService()).addBrowser();
    const env = await start([other.host]);
    await add(env, 1, { subscription: { ...subscription, endpoint: `http://${other.host}/x` } });
    for (const messageId of [101, 102, 103, 104]) {
      await env.missPush(1, messageId);
      await pushDue(env.ctx, signal);
    }
    expect(Object.fromEntries(env.pushed)).toEqual({ accepted: 4 });
    expect([requests, sockets.size]).toEqual([5, 2]);
  });
});

describe('a registration whose credentials end while it is checked', () => {
  it('leaves no browser and no phone', async () => {
    const service = await startService();
    const browser = service.addBrowser(publicKey);
    const env = await start([service.host]);
    Object.assign(env.ctx.userAdmin, { checkCredential: () => Promise.reject(errors.unauthorized()) });
    await expect(add(env, 1, browser)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    expect(await subscriptions(env)).toEqual([]);
    const phone = { service: PhoneService.FCM, token: 'a token of a phone', appId: '' };
    await expect(addPhoneToken(env.ctx, phone, scopeOf(env, 1))).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
    });
    expect(await env.db.many(sql`select from phones`)).toEqual([]);
  });
});
