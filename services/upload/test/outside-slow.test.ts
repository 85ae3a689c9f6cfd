import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { externalPicturePath } from '@parley/core';
import { Failures, resolveName } from '@parley/outside';
import { testCall } from '@parley/rpc/testing';
import sharp from 'sharp';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Ctx } from '../src/context.ts';
import { foreign, renderImage } from '../src/images/render-image.ts';
import { guardedFetch } from '../src/outside/guarded-fetch.ts';
import { readFile } from '../src/rpc/read-file.ts';
import { createSites } from './sites.ts';
import { noBytes, startTestUpload } from './support.ts';

const { startSite, onEnd, stopAll } = createSites();
afterEach(stopAll);

const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'blue' } })
  .png()
  .toBuffer();
const picture: RequestListener = (_request, response) => {
  response.writeHead(200, { 'content-type': 'image/png' }).end(png);
};
const silence: RequestListener = () => undefined;

/** Reads a picture of another host. Returns the status of the answer or error. */
async function read(ctx: Ctx, url: string): Promise<number> {
  const externalPicture = externalPicturePath(url, ctx.secretKey)!.slice('/external_content/'.length);
  const file = { $case: 'externalPicture' as const, externalPicture };
  const request = { file, range: '', ifRange: '', ifNoneMatch: '', headOnly: true };
  try {
    return (await readFile(ctx, request, noBytes, testCall())).response.status;
  } catch (error) {
    return (error as { status: number }).status;
  }
}

/** Starts the service, a host that never answers and a host that does, with several names for the former. */
async function start(outside: Partial<Ctx['outside']>) {
  const [slow, quick] = [await startSite(silence), await startSite(picture)];
  const slowPort = slow.host.split(':')[1];
  const quickPort = quick.host.split(':')[1];
  const slowHosts = Array.from({ length: 12 }, (_, n) => `h${n}.slow.example:${slowPort}`);
  const quickUrl = `http://quick.example:${quickPort}`;
  const service = await startTestUpload();
  onEnd(async () => await service[Symbol.asyncDispose]());
  const { ctx } = service;
  const allowed = new Set([...slowHosts, `quick.example:${quickPort}`]);
  ctx.outside = { ...ctx.outside, resolve: async () => ['127.0.0.1'], allowed, ...outside };
  return { ctx, slow, slowUrls: slowHosts.map((host) => `http://${host}`), quickUrl, service };
}

describe('a site that never answers', () => {
  it('occupies at most two requests, whatever the names of its hosts, and does not delay other sites', async () => {
    const { ctx, slow, slowUrls, quickUrl } = await start({ timeoutMs: 4_000 });
    const waiting = slowUrls.map((url, n) => read(ctx, `${url}/${n}.png`));
    await expect.poll(() => slow.requests).toHaveLength(2);
    expect(await read(ctx, `${quickUrl}/x.png`)).toBe(200);
    expect(slow.requests).toHaveLength(2);
    // When the first two requests fail, the waiting ones fail as well: the site is not requested again for a while.
    expect(await Promise.all(waiting)).toEqual(slowUrls.map(() => 404));
    expect(slow.requests).toHaveLength(2);
    expect(await read(ctx, `${slowUrls[0]}/another.png`)).toBe(404);
    expect(slow.requests).toHaveLength(2);
  });

  it('is requested again only after a growing delay', async () => {
    const { ctx, slow, slowUrls, service } = await start({ timeoutMs: 4_000 });
    const read1 = (name: string) => read(ctx, `${slowUrls[0]}/${name}.png`);
    await read1('a');
    service.clock.offsetMs = 11_000;
    await read1('b');
    expect(slow.requests).toHaveLength(2);
    service.clock.offsetMs = 2 * 11_000;
    await read1('c');
    expect(slow.requests).toHaveLength(2);
    service.clock.offsetMs = 3 * 11_000;
    await read1('d');
    expect(slow.requests).toHaveLength(3);
  });

  it('delays further requests only for a short time', async () => {
    const { ctx, slow, slowUrls } = await start({ timeoutMs: 60_000, maxWaitMs: 200 });
    const held = [read(ctx, `${slowUrls[0]}/1.png`), read(ctx, `${slowUrls[0]}/2.png`)];
    await expect.poll(() => slow.requests).toHaveLength(2);
    expect(await read(ctx, `${slowUrls[0]}/3.png`)).toBe(503);
    // The host closes the connections.
    for (const { socket } of slow.requests) socket.destroy();
    expect(await Promise.all(held)).toEqual([404, 404]);
  });
});

it('each repeated failure is remembered for twice as long, up to a limit', () => {
  const failures = new Failures(10, 35);
  failures.add('a', 0);
  expect([9, 10].map((now) => failures.isRecent('a', now))).toEqual([true, false]);
  // A concurrent request fails as well. This does not prolong the time.
  failures.add('a', 5);
  expect(failures.isRecent('a', 10)).toBe(false);
  failures.add('a', 100);
  expect([119, 120].map((now) => failures.isRecent('a', now))).toEqual([true, false]);
  failures.add('a', 200);
  expect([234, 235].map((now) => failures.isRecent('a', now))).toEqual([true, false]);
  failures.remove('a');
  failures.add('a', 300);
  expect([309, 310].map((now) => failures.isRecent('a', now))).toEqual([true, false]);
});

describe('decoding pictures of other hosts', () => {
  const shape = { width: 4, height: 4, fit: 'inside', format: 'webp' } as const;

  it('does not delay the pictures of this server', async () => {
    const held = Promise.withResolvers<void>();
    const hostile = foreign.queue.run(() => held.promise);
    expect((await renderImage(png, shape)).contentType).toBe('image/webp');
    held.resolve();
    await hostile;
  });

  it('has a lower limit of pixels than decoding uploaded files', async () => {
    const large = await sharp({ create: { width: 5_000, height: 4_000, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    await expect(renderImage(large, shape, foreign)).rejects.toThrow('too large');
    expect((await renderImage(large, shape)).contentType).toBe('image/webp');
  });

  it('never begins with a file of another format, whatever its declared type', async () => {
    const metadata = vi.spyOn(sharp.prototype, 'metadata');
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>';
    for (const content of [svg, `<?xml version="1.0"?>${svg}`, '%PDF-1.7', 'II*\0']) {
      await expect(renderImage(Buffer.from(content), shape, foreign)).rejects.toThrow('decode');
    }
    expect(metadata).not.toHaveBeenCalled();
    await renderImage(png, shape, foreign);
    expect(metadata).toHaveBeenCalledOnce();
    metadata.mockRestore();
  });
});

describe('names of other hosts', () => {
  /** Starts a DNS server that answers every query for an IPv4 address with `address`. Without `address`, it never answers. */
  async function startDns(address?: string) {
    const socket = createSocket('udp4');
    const queries: Buffer[] = [];
    socket.on('message', (query, { port, address: client }) => {
      queries.push(query);
      if (address === undefined) return;
      const type = query.readUInt16BE(query.indexOf(0, 12) + 1);
      const question = query.subarray(12, query.indexOf(0, 12) + 5);
      const answers = type === 1 ? 1 : 0;
      const header = Buffer.from([query[0]!, query[1]!, 0x81, 0x80, 0, 1, 0, answers, 0, 0, 0, 0]);
      const record = [0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 1, 0, 4, ...address.split('.').map(Number)];
      socket.send(Buffer.concat([header, question, Buffer.from(answers ? record : [])]), port, client);
    });
    socket.bind(0, '127.0.0.1');
    await once(socket, 'listening');
    onEnd(async () => {
      socket.close();
    });
    const server = `127.0.0.1:${socket.address().port}`;
    const resolve = (host: string, signal: AbortSignal) => resolveName(host, signal, [server]);
    return { queries, resolve };
  }
  const wanted = { maxBytes: 1_000, isWantedType: () => true, accept: 'image/*' };

  it('are resolved by DNS servers, and private addresses are refused', async () => {
    const { resolve } = await startDns('10.0.0.7');
    expect(await resolve('pictures.example', new AbortController().signal)).toEqual(['10.0.0.7']);
    const guard = { allowed: new Set<string>(), timeoutMs: 5_000, resolve };
    await expect(guardedFetch('http://pictures.example/', wanted, guard)).rejects.toThrow('is not public');
  });

  it('stop being resolved when the request is aborted or times out', async () => {
    const { resolve, queries } = await startDns();
    const aborter = new AbortController();
    const resolving = resolve('pictures.example', aborter.signal);
    await expect.poll(() => queries.length).toBeGreaterThanOrEqual(2);
    aborter.abort();
    await expect(resolving).rejects.toThrow('ECANCELLED');
    const guard = { allowed: new Set<string>(), timeoutMs: 100, resolve };
    await expect(guardedFetch('http://pictures.example/', wanted, guard)).rejects.toThrow('timeout');
  });

  it('never resolve localhost to this machine', async () => {
    const { resolve, queries } = await startDns('93.184.216.34');
    expect(await resolve('a.localhost', new AbortController().signal)).toEqual(['127.0.0.1']);
    expect(queries).toEqual([]);
  });
});
