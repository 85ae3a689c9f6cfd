import type { RequestListener } from 'node:http';
import { gzipSync } from 'node:zlib';
import { sql } from '@parley/db';
import type { Site } from '@parley/test-servers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { previewOfPage } from '../src/domain/page-preview.ts';
import { getLinkPreview } from '../src/rpc/get-link-preview.ts';
import { sweep } from '../src/workers/sweep.ts';
import { createSites } from './sites.ts';
import { startTestUpload, type TestUpload, withLateRows } from './support.ts';

const { startSite, onEnd, stopAll } = createSites();
afterEach(stopAll);

const head = (...lines: string[]) =>
  `<!doctype html><html><head>${lines.join('\n')}</head><body>text</body></html>`;
const meta = (name: string, content: string) => `<meta property="${name}" content="${content}">`;
const picture = meta('og:image', '/a.png');
const complete = head(
  meta('og:title', 'A title'),
  meta('og:description', 'What it is about'),
  meta('og:image', '/a.png'),
);
const url = 'https://a.example/b/c';
const parse = (html: string | Buffer, contentType = 'text/html') =>
  previewOfPage(Buffer.from(html), contentType, url);

describe('the description of a page', () => {
  it('is its Open Graph title, description and picture', () => {
    expect(parse(complete)).toEqual({
      title: 'A title',
      description: 'What it is about',
      pictureUrl: 'https://a.example/a.png',
    });
  });

  it('falls back to the title of the page and its description', () => {
    const page = head(
      '<title>Plain &amp; simple</title>',
      '<meta name="description" content="short">',
      picture,
    );
    expect(parse(page)).toMatchObject({ title: 'Plain & simple', description: 'short' });
  });

  it.each([
    ['a picture', head('<title>x</title>')],
    ['a title', head(picture)],
    ['a web address of its picture', head('<title>x</title>', meta('og:image', 'javascript:alert(1)'))],
    ['a short address of its picture', head('<title>x</title>', meta('og:image', `/${'x'.repeat(3_000)}`))],
    ['a head', `<body><p>x</p>${complete}</body>`],
    ['anything', ''],
  ])('does not exist without %s', (_, page) => {
    expect(parse(page)).toBeUndefined();
  });

  it('is plain text in one line of bounded length, whatever the page contains', () => {
    const title = `<script>alert(1)</script>\u202eevil\u0000\n\n  ${'x'.repeat(5_000)}`;
    const found = parse(head(meta('og:title', title.replaceAll('<', '&lt;')), picture))!;
    expect(found.title).toMatch(/^<script>alert\(1\)<\/script>evil x+…$/);
    expect(found.title).toHaveLength(200);
    const description = parse(head('<title>x</title>', meta('og:description', 'y'.repeat(9_999)), picture))!;
    expect(description.description).toHaveLength(400);
    // Texts inside scripts and comments must be ignored.
    const hidden = head(
      '<script>"<title>no</title>"</script><!-- <title>no</title> -->',
      '<title>yes</title>',
      picture,
    );
    expect(parse(hidden)).toMatchObject({ title: 'yes' });
  });

  it('is read in the encoding of the page, and as far as possible in a wrong one', () => {
    const page = (declared: string) => head(declared, meta('og:title', 'Gr\u00fc\u00dfe'), picture);
    const latin = (text: string) => Buffer.from(text, 'latin1');
    expect(parse(latin(page('')), 'text/html; charset=ISO-8859-1')!.title).toBe('Gr\u00fc\u00dfe');
    expect(parse(latin(page('<meta charset="windows-1252">')))!.title).toBe('Gr\u00fc\u00dfe');
    expect(parse(Buffer.from(`\ufeff${page('')}`, 'utf16le'))!.title).toBe('Gr\u00fc\u00dfe');
    expect(parse(latin(page('')))!.title).toBe('Gr\ufffd\ufffde');
    expect(parse(page(''), 'text/html; charset=klingon')!.title).toBe('Gr\u00fc\u00dfe');
  });

  it.each([
    ['nested tags', '<head>'.repeat(80_000)],
    ['attributes', `<meta ${'a '.repeat(200_000)}`],
    ['different attributes', `<meta ${Array.from({ length: 80_000 }, (_, n) => `a${n}`).join(' ')}>`],
    ['open tags', '<'.repeat(500_000)],
    ['comments', '<!--'.repeat(120_000)],
    ['scripts', '<script>'.repeat(60_000)],
    ['titles', '<title>x'.repeat(60_000)],
    ['meta tags', meta('og:title', 'x').repeat(15_000)],
    ['entities', `<title>${'&amp;'.repeat(100_000)}`],
    ['declarations', '<meta charset='.repeat(30_000)],
    ['blanks', `<meta property="og:title" content="${' '.repeat(500_000)}x">`],
  ])('is read in bounded time from a page full of %s', (_, page) => {
    const costOf = (length: number): number => {
      const html = Buffer.from(`<html>${page}`.slice(0, length));
      let least = Number.POSITIVE_INFINITY;
      for (let round = 0; round < 5; round++) {
        const before = process.cpuUsage();
        parse(html);
        const { user, system } = process.cpuUsage(before);
        least = Math.min(least, (user + system) / 1_000);
      }
      return least;
    };
    // Milliseconds, or on a busy machine in proportion to the length: four times the length costs at most ten times as much.
    expect(costOf(256 * 1024)).toBeLessThan(Math.max(50, 10 * costOf(64 * 1024)));
  });
});

describe('GetLinkPreview', () => {
  let site: Site;
  let service: TestUpload;
  let answer: RequestListener;
  const html =
    (body: string, headers = {}): RequestListener =>
    (_request, response) =>
      void response.writeHead(200, { 'content-type': 'text/html', ...headers }).end(body);
  const preview = async (path = '/') =>
    (await getLinkPreview(service.ctx, { url: `${site.url}${path}` })).preview;

  beforeEach(async () => {
    answer = html(complete);
    site = await startSite((request, response) => answer(request, response));
    service = await startTestUpload();
    onEnd(async () => await service[Symbol.asyncDispose]());
    service.ctx.outside = { ...service.ctx.outside, allowed: new Set([site.host]), timeoutMs: 60_000 };
  });

  it('requests a page once for everyone, and again when its description is a week old', async () => {
    const expected = { title: 'A title', description: 'What it is about', pictureUrl: `${site.url}/a.png` };
    expect(await Promise.all([preview(), preview()])).toEqual([expected, expected]);
    expect(await preview()).toEqual(expected);
    expect(site.requests).toHaveLength(1);
    service.clock.offsetMs = 8 * 24 * 3_600_000;
    expect(await preview()).toEqual(expected);
    expect(site.requests).toHaveLength(2);
  });

  it('remembers that a page has no preview', async () => {
    answer = html('<title>no picture</title>');
    expect([await preview(), await preview()]).toEqual([undefined, undefined]);
    expect(site.requests).toHaveLength(1);
  });

  it('requests nothing when previews are switched off, and nothing from private addresses', async () => {
    service.ctx.outside = { ...service.ctx.outside, isEnabled: false };
    expect(await preview()).toBeUndefined();
    service.ctx.outside = { ...service.ctx.outside, isEnabled: true, allowed: new Set() };
    expect(await preview()).toBeUndefined();
    expect(site.requests).toEqual([]);
  });

  it('resolves relative pictures against the address after redirects', async () => {
    answer = (request, response) =>
      request.url === '/from'
        ? void response.writeHead(302, { location: '/to/page' }).end()
        : html(head('<title>x</title>', meta('og:image', 'b.png')))(request, response);
    expect(await preview('/from')).toMatchObject({ pictureUrl: `${site.url}/to/b.png` });
  });

  it('reads only the beginning of endless pages', async () => {
    let sent = 0;
    answer = (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html', 'content-length': 1e12 });
      response.write(complete.replace('<body>', '<title>'));
      const chunk = Buffer.alloc(64 * 1024, 'x');
      const more = () => {
        sent += chunk.length;
        if (!response.destroyed) response.write(chunk, () => setImmediate(more));
      };
      more();
    };
    expect(await preview()).toMatchObject({ title: 'A title' });
    // Only the bytes in the buffers of the kernel were sent, far fewer than a gigabyte.
    expect(sent).toBeLessThan(64 * 1024 * 1024);
  });

  it.each<[string, RequestListener]>([
    ['compressed pages', html('', { 'content-encoding': 'gzip' })],
    [
      'other types',
      (_request, response) => void response.writeHead(200, { 'content-type': 'application/pdf' }).end('x'),
    ],
    ['endless redirects', (_request, response) => void response.writeHead(302, { location: '/on' }).end()],
    ['pages that never come', () => undefined],
    [
      'zip bombs',
      (_request, response) =>
        void response
          .writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' })
          .end(gzipSync(Buffer.alloc(5e6))),
    ],
    [
      'slow pages',
      (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/html' });
        const timer = setInterval(() => response.write('<'), 50);
        response.once('close', () => clearInterval(timer));
      },
    ],
  ])('answers without a preview for %s', async (_, hostile) => {
    answer = hostile;
    service.ctx.outside = { ...service.ctx.outside, timeoutMs: 1_000 };
    expect(await preview()).toBeUndefined();
  });

  it('requests a page once, although one reader looked before the description was stored and went on after it', async () => {
    const stored = Promise.withResolvers<void>();
    const { ctx } = service;
    const slow = withLateRows(ctx, stored.promise);
    const late = getLinkPreview(slow, { url: `${site.url}/` });
    await preview().finally(stored.resolve);
    expect((await late).preview).toMatchObject({ title: 'A title' });
    expect(site.requests).toHaveLength(1);
  });

  it('deletes old descriptions in the sweep', async () => {
    await preview();
    await sweep(service.ctx);
    const count = async () => (await service.db.many(sql`select 1 from link_previews`)).length;
    expect(await count()).toBe(1);
    service.clock.offsetMs = 8 * 24 * 3_600_000;
    await sweep(service.ctx);
    expect(await count()).toBe(0);
  });
});
