import type { RequestListener } from 'node:http';
import { readExternalPicture } from '@parley/core';
import { SearchGifsRequest } from '@parley/proto/upload/v1/gifs';
import type { Site } from '@parley/test-servers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { getGifProviders } from '../src/rpc/get-gif-providers.ts';
import { searchGifs } from '../src/rpc/search-gifs.ts';
import { createSites } from './sites.ts';
import { startTestUpload, type TestUpload } from './support.ts';

const { startSite, onEnd, stopAll } = createSites();
afterEach(stopAll);

const media = 'https://media.example';
const giphyGif = (id: string) => ({
  title: 'Cat GIF',
  alt_text: `a cat\n${id}`,
  images: {
    fixed_width: { url: `${media}/${id}/200w.gif?cid=who&rid=200w.gif`, width: '200', height: '150' },
    downsized: { url: `${media}/${id}/small.gif?cid=who` },
    original: { url: `${media}/${id}/giphy.gif?cid=who` },
  },
});
const tenorGif = {
  content_description: 'a dog',
  media_formats: {
    gif: { url: `${media}/d/large.gif`, dims: [498, 373] },
    mediumgif: { url: `${media}/d/medium.gif`, dims: [320, 240] },
    tinygif: { url: `${media}/d/tiny.gif`, dims: [220, 165] },
  },
};

let site: Site;
let service: TestUpload;
let answer: unknown;
let respond: RequestListener;

beforeEach(async () => {
  respond = (_request, response) =>
    void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  site = await startSite((request, response) => respond(request, response));
  service = await startTestUpload();
  onEnd(async () => await service[Symbol.asyncDispose]());
  service.ctx.outside = { ...service.ctx.outside, allowed: new Set([site.host]) };
  service.ctx.gifs = {
    giphy: { key: 'giphy-key', url: `${site.url}/` },
    tenor: { key: 'tenor-key', url: `${site.url}/` },
  };
});

const search = (wanted: Partial<SearchGifsRequest> = {}) =>
  searchGifs(
    service.ctx,
    SearchGifsRequest.fromPartial({ provider: 'giphy', query: 'cats', rating: 2, ...wanted }),
  );
const asked = (at = -1) => new URL(site.requests.at(at)!.url!, site.url);

describe('a search for GIFs', () => {
  it('asks GIPHY with the key, the rating and the language, and says nothing about who asks', async () => {
    answer = { data: [giphyGif('one')], pagination: { total_count: 30, count: 1, offset: 0 } };
    const { gifs, nextPosition } = await search({ language: 'de' });
    expect(asked().pathname).toBe('/v1/gifs/search');
    expect(Object.fromEntries(asked().searchParams)).toEqual({
      api_key: 'giphy-key',
      q: 'cats',
      lang: 'de',
      limit: '24',
      offset: '0',
      rating: 'pg',
    });
    expect(Object.keys(site.requests[0]!.headers)).not.toContain('cookie');
    // Addresses have lost what follows those who load them.
    expect(gifs).toMatchObject([
      { title: 'a cat one', url: `${media}/one/small.gif`, width: 200, height: 150 },
    ]);
    const signed = gifs[0]!.previewPath.slice('/external_content/'.length);
    expect(readExternalPicture(signed, service.ctx.secretKey)).toBe(`${media}/one/200w.gif`);
    expect(nextPosition).toBe('1');
    await search({ position: nextPosition });
    expect(asked().searchParams.get('offset')).toBe('1');
  });

  it('asks Tenor in its own words', async () => {
    answer = { results: [tenorGif], next: 'CAgQ' };
    const { gifs, nextPosition } = await search({ provider: 'tenor', rating: 1, language: 'en' });
    expect(asked().pathname).toBe('/v2/search');
    expect(Object.fromEntries(asked().searchParams)).toMatchObject({
      key: 'tenor-key',
      q: 'cats',
      locale: 'en',
      contentfilter: 'high',
    });
    expect(gifs).toMatchObject([{ title: 'a dog', url: `${media}/d/medium.gif`, width: 220, height: 165 }]);
    expect(nextPosition).toBe('CAgQ');
  });

  it.each([
    ['giphy', [undefined, 'g', 'pg', 'pg-13', 'r'], 'rating'],
    ['tenor', [undefined, 'high', 'medium', 'low', 'off'], 'contentfilter'],
  ] as const)(
    'lets %s show only what the rating allows, and asks nothing without one',
    async (provider, names, name) => {
      answer = provider === 'giphy' ? { data: [] } : { results: [] };
      for (const rating of [0, 1, 2, 3, 4, 5, -1]) {
        const before = site.requests.length;
        const found = search({ provider, rating });
        if (names[rating] === undefined) {
          await expect(found).rejects.toMatchObject({ status: 400 });
          expect(site.requests).toHaveLength(before);
        } else {
          await found;
          expect(asked().searchParams.get(name)).toBe(names[rating]);
        }
      }
    },
  );

  it('without words shows what is popular', async () => {
    answer = { data: [], results: [] };
    await search({ query: '  ' });
    expect(asked().pathname).toBe('/v1/gifs/trending');
    await search({ provider: 'tenor', query: '' });
    expect(asked().pathname).toBe('/v2/featured');
  });

  it('leaves out GIFs of another form, and addresses that are none', async () => {
    const bad = [
      null,
      'text',
      { images: {} },
      { ...giphyGif('x'), images: { ...giphyGif('x').images, fixed_width: { url: 'javascript:alert(1)' } } },
      {
        ...giphyGif('y'),
        images: {
          fixed_width: giphyGif('y').images.fixed_width,
          original: { url: 'ftp://media.example/a.gif' },
        },
      },
    ];
    answer = { data: [...bad, giphyGif('good')], pagination: { total_count: 6 } };
    const { gifs, nextPosition } = await search();
    expect(gifs.map(({ url }) => url)).toEqual([`${media}/good/small.gif`]);
    expect(nextPosition).toBe('');
  });

  it.each([
    ['refuses the key', 403, 'application/json', '{}'],
    ['answers with something else', 200, 'text/html', '<p>'],
    ['answers with broken JSON', 200, 'application/json', '{'],
    ['answers with too much', 200, 'application/json', `"${'x'.repeat(1_100_000)}"`],
  ])('fails when the provider %s, and never says the key', async (_, status, type, body) => {
    respond = (_request, response) => void response.writeHead(status, { 'content-type': type }).end(body);
    const error = await search().catch((reason: Error) => reason);
    expect(error).toMatchObject({ status: 503 });
    expect(String((error as Error).message)).not.toContain('giphy-key');
  });

  it('is possible only at configured providers, at public addresses', async () => {
    expect(await getGifProviders(service.ctx, {})).toEqual({ providers: ['giphy', 'tenor'] });
    service.ctx.gifs = { giphy: service.ctx.gifs.giphy! };
    await expect(search({ provider: 'tenor' })).rejects.toMatchObject({ status: 400 });
    for (const provider of ['none', '', 'constructor', '__proto__'])
      await expect(search({ provider })).rejects.toMatchObject({ status: 400 });
    service.ctx.outside = { ...service.ctx.outside, allowed: new Set() };
    await expect(search()).rejects.toMatchObject({ status: 503 });
    expect(site.requests).toEqual([]);
  });
});
