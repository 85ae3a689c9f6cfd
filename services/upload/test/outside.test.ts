import type { RequestListener } from 'node:http';
import { crc32, gzipSync } from 'node:zlib';
import { externalPicturePath } from '@parley/core';
import { sql } from '@parley/db';
import { type Guard, isPublicAddress } from '@parley/outside';
import { testCall } from '@parley/rpc/testing';
import sharp from 'sharp';
import { afterEach, describe, expect, it } from 'vitest';
import type { Ctx } from '../src/context.ts';
import { guardedFetch } from '../src/outside/guarded-fetch.ts';
import { readFile } from '../src/rpc/read-file.ts';
import { sweep } from '../src/workers/sweep.ts';
import { createSites } from './sites.ts';
import { noBytes, startTestUpload, withLateRows } from './support.ts';

const { startSite, onEnd, stopAll } = createSites();
afterEach(stopAll);

const png = await sharp({ create: { width: 40, height: 20, channels: 3, background: 'red' } })
  .withMetadata({ exif: { IFD0: { Copyright: 'a secret in the file' } } })
  .png()
  .toBuffer();
const picture: RequestListener = (_request, response) => {
  response.writeHead(200, { 'content-type': 'image/png' }).end(png);
};
const wanted = { maxBytes: 1_000, isWantedType: (type: string) => type === 'image/png', accept: 'image/*' };
const allow = (...hosts: string[]): Guard => ({ allowed: new Set(hosts), timeoutMs: 60_000 });

describe('a request to the address', () => {
  it.each(['93.184.216.34', '2606:2800:220:1:248:1893:25c8:1946', '::ffff:93.184.216.34'])(
    '%s is allowed',
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );

  it.each([
    ...['0.0.0.0', '10.1.2.3', '100.64.0.1', '127.0.0.1', '169.254.169.254', '172.16.0.1', '192.168.1.1'],
    ...['192.0.2.1', '198.18.0.1', '224.0.0.1', '240.0.0.1', '255.255.255.255', 'localhost', ''],
    ...['::', '::1', 'fe80::1', 'fc00::1', 'fd00:ec2::254', 'ff02::1', '2001:db8::1', '::ffff:127.0.0.1'],
    ...['::ffff:a9fe:a9fe', '64:ff9b::7f00:1', '2002:7f00:1::', '2001::1', '::7f00:1', '168.63.129.16'],
    ...['::ffff:168.63.129.16', '::ffff:a83f:8110'],
  ])('%s is refused', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

describe('a request to another host', () => {
  it.each([
    'http://127.0.0.1/x.png',
    'http://2130706433/x.png',
    'http://0x7f.1/x.png',
    'http://[::1]/x.png',
    'http://[::ffff:127.0.0.1]/x.png',
    'http://localhost/x.png',
    'http://169.254.169.254/latest/meta-data/x.png',
    'https://10.0.0.1/x.png',
  ])('does not go to %s', async (url) => {
    await expect(guardedFetch(url, wanted, allow())).rejects.toThrow('is not public');
  });

  it('goes only to HTTP and HTTPS addresses on default ports without credentials', async () => {
    await expect(guardedFetch('ftp://a.example.org/x.png', wanted, allow())).rejects.toThrow('web address');
    await expect(guardedFetch('file:///etc/passwd', wanted, allow())).rejects.toThrow('web address');
    await expect(guardedFetch('http://93.184.216.34:22/', wanted, allow())).rejects.toThrow('port 22');
    await expect(guardedFetch('http://a:b@a.example.org/', wanted, allow())).rejects.toThrow('credentials');
    await expect(guardedFetch('nothing', wanted, allow())).rejects.toThrow('not an address');
  });

  it('is refused when one of the addresses of its host is private', async () => {
    const resolve = async () => ['93.184.216.34', '127.0.0.1'];
    const request = guardedFetch('http://pictures.test/x.png', wanted, { ...allow(), resolve });
    await expect(request).rejects.toThrow('is not public');
  });

  it('resolves a host once, and connects to that address', async () => {
    const site = await startSite(picture);
    const port = site.host.split(':')[1];
    const answers = [['127.0.0.1'], ['127.0.0.2']];
    const guard = { ...allow(`pictures.test:${port}`), resolve: async () => answers.shift() ?? [] };
    expect(await guardedFetch(`http://pictures.test:${port}/x.png`, wanted, guard)).toEqual({
      body: png,
      contentType: 'image/png',
      url: `http://pictures.test:${port}/x.png`,
    });
    expect(answers).toHaveLength(1);
    expect(site.requests[0]!.headers.host).toBe(`pictures.test:${port}`);
  });

  it('contains no data about the reader', async () => {
    const site = await startSite(picture);
    await guardedFetch(`${site.url}/x.png?a=1`, wanted, allow(site.host));
    const { headers, url } = site.requests[0]!;
    expect(url).toBe('/x.png?a=1');
    expect(Object.keys(headers).sort()).toEqual([
      'accept',
      'accept-encoding',
      'connection',
      'host',
      'user-agent',
    ]);
    expect(headers['user-agent']).toMatch(/^Parley/);
  });

  it('follows a limited number of redirects, and only to public hosts', async () => {
    const inside = await startSite(picture);
    const site = await startSite((request, response) => {
      const to = { '/in': `${inside.url}/x.png`, '/file': 'file:///etc/passwd', '/on': '/x.png' }[
        request.url!
      ];
      if (request.url === '/x.png') picture(request, response);
      else response.writeHead(302, { location: to ?? '/round' }).end();
    });
    const guard = allow(site.host);
    const { body, url } = await guardedFetch(`${site.url}/on`, wanted, guard);
    expect([body, url]).toEqual([png, `${site.url}/x.png`]);
    await expect(guardedFetch(`${site.url}/in`, wanted, guard)).rejects.toThrow('not');
    await expect(guardedFetch(`${site.url}/file`, wanted, guard)).rejects.toThrow('web address');
    await expect(guardedFetch(`${site.url}/round`, wanted, guard)).rejects.toThrow('too many redirects');
    expect(inside.requests).toEqual([]);
  });

  it('ends when the answer is too large, of another type, compressed or an error', async () => {
    const site = await startSite((request, response) => {
      const type = { 'content-type': 'image/png' };
      if (request.url === '/declared') response.writeHead(200, { ...type, 'content-length': 1e9 }).write('x');
      else if (request.url === '/type') response.writeHead(200, { 'content-type': 'text/html' }).end('x');
      else if (request.url === '/gzip') {
        response.writeHead(200, { ...type, 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(1e6)));
      } else if (request.url === '/gone') response.writeHead(404, type).end('x');
      else {
        response.writeHead(200, type);
        const more = () => response.write(Buffer.alloc(600)) && setTimeout(more, 1);
        more();
      }
    });
    const fetch = (path: string) => guardedFetch(`${site.url}${path}`, wanted, allow(site.host));
    await expect(fetch('/declared')).rejects.toThrow('too large');
    await expect(fetch('/endless')).rejects.toThrow('too large');
    await expect(fetch('/type')).rejects.toThrow('type text/html');
    await expect(fetch('/gzip')).rejects.toThrow('compressed');
    await expect(fetch('/gone')).rejects.toThrow('status 404');
  });

  it('times out when the other host is slow to answer, to send or to be resolved', async () => {
    const site = await startSite((request, response) => {
      if (request.url === '/silent') return;
      response.writeHead(200, { 'content-type': 'image/png' });
      const timer = setInterval(() => response.write('x'), 20);
      response.once('close', () => clearInterval(timer));
    });
    const guard = { ...allow(site.host), timeoutMs: 300 };
    await expect(guardedFetch(`${site.url}/silent`, wanted, guard)).rejects.toThrow('timeout');
    await expect(guardedFetch(`${site.url}/drip`, wanted, guard)).rejects.toThrow('timeout');
    const resolve = () => new Promise<string[]>(() => undefined);
    await expect(guardedFetch('http://pictures.test/', wanted, { ...guard, resolve })).rejects.toThrow(
      'timeout',
    );
  });
});

describe('pictures of other hosts', () => {
  const read = async (ctx: Ctx, url: string, key = ctx.secretKey, range = '') => {
    const externalPicture = externalPicturePath(url, key)!.slice('/external_content/'.length);
    const file = { $case: 'externalPicture' as const, externalPicture };
    const { response, bytes } = await readFile(
      ctx,
      { file, range, ifRange: '', ifNoneMatch: '', headOnly: false },
      noBytes,
      testCall(),
    );
    return { response, bytes: Buffer.concat(await Array.fromAsync(bytes!.chunks)) };
  };

  async function start(answer: RequestListener) {
    const site = await startSite(answer);
    const service = await startTestUpload();
    onEnd(async () => await service[Symbol.asyncDispose]());
    service.ctx.outside = { ...service.ctx.outside, allowed: new Set([site.host]) };
    return { site, service, ctx: service.ctx };
  }

  it('are encoded again from their pixels, once for all readers', async () => {
    const { site, service, ctx } = await start(picture);
    const [first, second] = await Promise.all([
      read(ctx, `${site.url}/x.png`),
      read(ctx, `${site.url}/x.png`),
    ]);
    expect(first!.response).toMatchObject({ status: 200, contentType: 'image/webp', isPublic: false });
    expect(await sharp(first!.bytes).metadata()).toMatchObject({ format: 'webp', width: 40, height: 20 });
    expect(first!.bytes.includes('a secret in the file')).toBe(false);
    expect(second!.bytes).toEqual(first!.bytes);
    await read(ctx, `${site.url}/x.png`);
    expect(site.requests).toHaveLength(1);
    service.clock.offsetMs = 8 * 24 * 3_600_000;
    await read(ctx, `${site.url}/x.png`);
    expect(site.requests).toHaveLength(2);
  });

  it('are requested once, although one reader looked before the picture was stored and went on after it', async () => {
    const { site, ctx } = await start(picture);
    const stored = Promise.withResolvers<void>();
    const slow = withLateRows(ctx, stored.promise);
    const url = `${site.url}/x.png`;
    const late = read(slow, url);
    await read(ctx, url).finally(stored.resolve);
    await late;
    expect(site.requests).toHaveLength(1);
  });

  it('are requested only with a signature of this server, and not when they are switched off', async () => {
    const { site, ctx } = await start(picture);
    await expect(read(ctx, `${site.url}/x.png`, 'another key of 32 or more characters')).rejects.toThrow();
    ctx.outside = { ...ctx.outside, isEnabled: false };
    await expect(read(ctx, `${site.url}/x.png`)).rejects.toThrow();
    expect(site.requests).toEqual([]);
  });

  it('are not shown when they are not pictures, or too large to decode', async () => {
    // The header of this small file declares 400 million pixels.
    const bomb = Buffer.from(png);
    bomb.writeUInt32BE(20_000, 16);
    bomb.writeUInt32BE(20_000, 20);
    bomb.writeUInt32BE(crc32(bomb.subarray(12, 29)), 29);
    const { site, ctx } = await start((request, response) => {
      const type = request.url === '/x.svg' ? 'image/svg+xml' : 'image/png';
      const body = request.url === '/bomb.png' ? bomb : '<svg xmlns="http://www.w3.org/2000/svg"/>';
      response.writeHead(200, { 'content-type': type }).end(body);
    });
    for (const path of ['/bomb.png', '/text.png', '/x.svg']) {
      await expect(read(ctx, `${site.url}${path}`), path).rejects.toMatchObject({ status: 404 });
    }
  });

  it('may be videos, which are passed on unchanged, also in parts', async () => {
    const mp4 = Buffer.concat([Buffer.from('\0\0\0\x14ftypisom'), Buffer.alloc(500, 1)]);
    const webm = Buffer.concat([Buffer.from('1a45dfa3', 'hex'), Buffer.alloc(500, 2)]);
    const { site, ctx } = await start((request, response) => {
      if (request.url === '/large.mp4') {
        response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': 30e6 }).write(mp4);
        return;
      }
      const type = request.url!.startsWith('/page') ? 'text/html' : 'application/octet-stream';
      const body = { '/a.mp4': mp4, '/b.webm?x=1': webm }[request.url!] ?? '<script>alert(1)</script>';
      response.writeHead(200, { 'content-type': type }).end(body);
    });
    const whole = await read(ctx, `${site.url}/a.mp4`);
    expect(whole.response).toMatchObject({ status: 200, contentType: 'video/mp4' });
    expect(whole.bytes).toEqual(mp4);
    const part = await read(ctx, `${site.url}/a.mp4`, ctx.secretKey, 'bytes=4-7');
    expect(part.response).toMatchObject({ status: 206, contentRange: `bytes 4-7/${mp4.length}` });
    expect(part.bytes.toString()).toBe('ftyp');
    expect((await read(ctx, `${site.url}/b.webm?x=1`)).response.contentType).toBe('video/webm');
    expect(site.requests).toHaveLength(2);
    for (const path of ['/page.mp4', '/text.mp4', '/large.mp4']) {
      await expect(read(ctx, `${site.url}${path}`), path).rejects.toMatchObject({ status: 404 });
    }
  });

  it('are not requested again immediately after a failure', async () => {
    const { site, service, ctx } = await start((_request, response) => response.writeHead(500).end());
    const url = `${site.url}/x.png`;
    await expect(read(ctx, url)).rejects.toMatchObject({ status: 404 });
    await expect(read(ctx, url)).rejects.toMatchObject({ status: 404 });
    expect(site.requests).toHaveLength(1);
    service.clock.offsetMs = 61_000;
    await expect(read(ctx, url)).rejects.toMatchObject({ status: 404 });
    expect(site.requests).toHaveLength(2);
    // After the second failure, the pause before the next request is twice as long.
    service.clock.offsetMs = 2 * 61_000;
    await expect(read(ctx, url)).rejects.toMatchObject({ status: 404 });
    expect(site.requests).toHaveLength(2);
    service.clock.offsetMs = 3 * 61_000;
    await expect(read(ctx, url)).rejects.toMatchObject({ status: 404 });
    expect(site.requests).toHaveLength(3);
  });

  it('stay within their size limit while their number grows, also between sweeps', async () => {
    const { site, service, ctx } = await start(picture);
    const { bytes } = await read(ctx, `${site.url}/0.png`);
    ctx.limits = { ...ctx.limits, pictureCacheBytes: 5 * bytes.length };
    for (let n = 1; n <= 12; n++) {
      service.clock.offsetMs = n * 1_000;
      await read(ctx, `${site.url}/${n}.png`);
      const { total } = await ctx.db.one<{ total: number }>(
        sql`select sum(size_bytes)::int8 as total from external_pictures`,
      );
      expect(total).toBeLessThanOrEqual(ctx.limits.pictureCacheBytes);
      expect(await service.blobs()).toBeLessThanOrEqual(5);
    }
    // The newest pictures are kept.
    await read(ctx, `${site.url}/12.png`);
    expect(site.requests).toHaveLength(13);
  });

  it('are deleted when they expire, and when their total size exceeds the limit', async () => {
    const { site, service, ctx } = await start(picture);
    const count = async () =>
      (await ctx.db.many<{ key: string }>(sql`select url_sha256 as key from external_pictures`)).length;
    await read(ctx, `${site.url}/1.png`);
    service.clock.offsetMs = 1_000;
    const { bytes } = await read(ctx, `${site.url}/2.png`);
    await sweep(ctx);
    expect(await count()).toBe(2);
    ctx.limits = { ...ctx.limits, pictureCacheBytes: bytes.length };
    await sweep(ctx);
    expect(await count()).toBe(1);
    await read(ctx, `${site.url}/2.png`);
    expect(site.requests).toHaveLength(2);
    service.clock.offsetMs = 8 * 24 * 3_600_000;
    await sweep(ctx);
    expect(await count()).toBe(0);
  });
});
