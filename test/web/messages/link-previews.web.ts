import { Network, Organization, type Person } from '@parley/test-kit';
import { type Site, startSite } from '@parley/test-servers';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findBrowser, openBrowser, saySkipped, showFormats, signIn, soon } from '../browser.ts';

const executable = findBrowser();
if (!executable) saySkipped('test/web/messages/link-previews.web.ts');

/** A GIF picture of 1 × 1 pixel. */
const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

/** A GIF as the provider describes it. */
const gifOf = (title: string) => ({
  title,
  images: {
    fixed_width: { url: `${site.url}/a.gif`, width: '200', height: '150' },
    original: { url: `${site.url}/a.gif` },
  },
});

let site: Site;
let network: Network;
let browser: Browser;
let alice: Person;
let owner: Person;

beforeAll(async () => {
  if (!executable) return;
  site = await startSite((request, response) => {
    if (request.url!.startsWith('/v1/gifs/')) {
      const words = new URL(request.url!, site.url).searchParams.get('q') ?? 'popular';
      const gifs = [1, 2, 3].map((number) => gifOf(`${words} ${number}`));
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ data: gifs, pagination: { total_count: 3 } }));
    } else if (request.url === '/a.gif') response.writeHead(200, { 'content-type': 'image/gif' }).end(gif);
    else
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end('<title>A page</title><meta property="og:image" content="/a.gif">');
  });
  network = await Network.start({
    env: {
      PARLEY_UPLOAD_OUTSIDE_ALLOWED: site.host,
      PARLEY_UPLOAD_GIPHY_KEY: 'the key',
      PARLEY_UPLOAD_GIPHY_URL: `${site.url}/`,
    },
  });
  const organization = await Organization.create(network);
  ({ alice } = await organization.add('alice'));
  ({ owner } = organization);
  await alice.subscribe(['links']);
  await organization.owner.api.patch('/realm', { inline_url_embed_preview: true });
  await network.caughtUp();
  browser = await openBrowser(executable);
});

afterAll(async () => {
  await browser?.close();
  await network?.stop();
  await site?.[Symbol.asyncDispose]();
});

it.skipIf(!executable)(
  'a link gets the preview of its page while it is shown, with a picture from this server',
  async () => {
    const { stream_id: channelId } = await alice.api.get('/get_stream_id', { stream: 'links' });
    const { page, problems } = await signIn(browser, network.gatewayUrl(), alice);
    await page.goto(`${network.gatewayUrl()}/#narrow/channel/${channelId}-links`);
    await alice.send('links', `${site.url}/page`, 'pages');
    await page.getByRole('link', { name: 'A page', exact: true }).waitFor();
    const picture = page.locator('.message_embed_image img');
    expect(await picture.getAttribute('src')).toMatch(/^\/external_content\//);
    await expect
      .poll(() => picture.evaluate((element) => (element as HTMLImageElement).naturalWidth))
      .toBe(1);
    expect(await page.getByText('(edited)').count()).toBe(0);
    // People can hide it, for themselves.
    const preview = page.locator('.message_embed');
    const choose = async (name: string) => {
      const entry = page.getByRole('menuitem', { name });
      // A page that was just loaded draws its messages again when their registration arrives, without an open menu.
      await expect
        .poll(async () => {
          if (await entry.isVisible()) return true;
          await page.getByRole('article').focus();
          await page.keyboard.press('i');
          return false;
        })
        .toBe(true);
      await entry.click();
    };
    await choose('Hide link previews');
    await preview.waitFor({ state: 'hidden' });
    const flags = async () =>
      (await alice.api.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0 })).messages[0].flags;
    await expect.poll(flags).toContain('hide_link_previews');
    await page.reload();
    await page.getByRole('link', { name: `${site.url}/page` }).waitFor();
    expect(await preview.isVisible()).toBe(false);
    await choose('Show link previews');
    await preview.waitFor();
    expect(problems).toEqual([]);
  },
);

it.skipIf(!executable)('a GIF is searched by keyboard, and only this server is asked', async () => {
  const { stream_id: channelId } = await alice.api.get('/get_stream_id', { stream: 'links' });
  const { page, problems } = await signIn(browser, network.gatewayUrl(), alice);
  const hosts = new Set<string>();
  page.on('request', (request) => {
    if (/^https?:/.test(request.url())) hosts.add(new URL(request.url()).host);
  });
  await page.goto(`${network.gatewayUrl()}/#narrow/channel/${channelId}-links/topic/gifs`);
  const field = page.getByRole('textbox', { name: 'Message', exact: true });
  await field.waitFor();
  await showFormats(page);
  const insert = page.getByRole('button', { name: 'Insert', exact: true });
  const entry = page.getByRole('menuitem', { name: 'Insert a GIF' });
  const offersGifs = async () => {
    await insert.click();
    await page.getByRole('menuitem', { name: 'Numbered list' }).waitFor();
    const count = await entry.count();
    await page.keyboard.press('Escape');
    return count > 0;
  };
  expect(await offersGifs()).toBe(false);
  // Only a provider with a key can be chosen.
  await expect(owner.api.patch('/realm', { gif_provider: 'tenor' })).rejects.toMatchObject({ status: 400 });
  await owner.api.patch('/realm', { gif_provider: 'giphy' });
  await expect.poll(offersGifs, soon).toBe(true);
  await insert.click();
  await entry.click();
  const search = page.getByRole('searchbox', { name: 'Search GIFs' });
  await page.getByRole('button', { name: 'popular 1' }).waitFor();
  await search.fill('cats');
  await page.getByRole('button', { name: 'cats 2' }).waitFor();
  await page.getByText('Powered by GIPHY').waitFor();
  const picture = page.getByRole('button', { name: 'cats 2' }).locator('img');
  expect(await picture.getAttribute('src')).toMatch(/^\/external_content\//);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect.poll(() => field.inputValue()).toBe(`[cats 2](${site.url}/a.gif)\n`);
  await page.keyboard.press('Control+Enter');
  const sent = page.locator('.message_inline_image img');
  await sent.waitFor();
  expect(await sent.getAttribute('src')).toMatch(/external_content|user_uploads/);
  expect([...hosts]).toEqual([new URL(network.gatewayUrl()).host]);
  // With the rating "none" there are no GIFs.
  await owner.api.patch('/realm', { gif_rating_policy: 0 });
  await expect.poll(offersGifs, soon).toBe(false);
  expect(await alice.api.get('/gifs', { query: 'cats' })).toMatchObject({ provider: 'none', gifs: [] });
  expect(problems).toEqual([]);
  await page.context().close();
});
