/**
 * `npm run screens`: takes pictures of every screen of the demo organization, in light, dark and phone size, on a
 * separate server, and writes a page that shows them. The output is in test/web/results.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { findBrowser, openBrowser } from './browser.ts';

const root = join(import.meta.dirname, '../..');
const results = join(import.meta.dirname, 'results');

type Screen = {
  readonly name: string;
  readonly signedOut?: boolean;
  show(page: Page, url: string): Promise<unknown>;
};

/** Opens an address and waits until the page is idle. */
async function open(page: Page, url: string, hash: string): Promise<void> {
  // Uses a new page each time, so that no menu of the previous picture stays open.
  await page.goto('about:blank');
  await page.goto(`${url}/${hash}`);
  await page.waitForTimeout(1_200);
}

/** Returns the address of a channel, in the form of links in messages. */
async function channelAddress(page: Page, url: string, name: string): Promise<string> {
  const answer = await page.request.get(`${url}/api/v1/get_stream_id?stream=${name}`);
  const { stream_id: id } = (await answer.json()) as { stream_id: number };
  return `#narrow/channel/${id}-${name}`;
}

async function openTopic(page: Page, url: string, channel: string, topic: string): Promise<void> {
  const encoded = encodeURIComponent(topic).replaceAll('.', '%2E').replaceAll('%', '.');
  await open(page, url, `${await channelAddress(page, url, channel)}/topic/${encoded}`);
}

const screens: readonly Screen[] = [
  { name: 'sign-in', signedOut: true, show: async (page, url) => open(page, url, '') },
  { name: 'inbox', show: (page, url) => open(page, url, '#inbox') },
  { name: 'topic', show: (page, url) => openTopic(page, url, 'engineering', 'search is slow') },
  { name: 'topic-picture', show: (page, url) => openTopic(page, url, 'design', 'colours') },
  { name: 'topic-poll', show: (page, url) => openTopic(page, url, 'design', 'logo') },
  { name: 'topic-todo', show: (page, url) => openTopic(page, url, 'engineering', 'release 0.2') },
  {
    name: 'topic-empty',
    show: (page, url) => openTopic(page, url, 'general', 'a new topic'),
  },
  { name: 'channel', show: async (page, url) => open(page, url, await channelAddress(page, url, 'design')) },
  { name: 'feed', show: (page, url) => open(page, url, '#feed') },
  { name: 'recent', show: (page, url) => open(page, url, '#recent') },
  { name: 'mentions', show: (page, url) => open(page, url, '#narrow/is/mentioned') },
  { name: 'drafts', show: (page, url) => open(page, url, '#drafts') },
  { name: 'search-nothing', show: (page, url) => open(page, url, '#narrow/search/zzzz') },
  { name: 'channels', show: (page, url) => open(page, url, '#channels') },
  {
    name: 'message-menu',
    async show(page, url) {
      await openTopic(page, url, 'engineering', 'search is slow');
      const message = page.getByRole('article').last();
      await message.hover();
      await message.getByRole('button', { name: 'More actions' }).click({ force: true });
      await page.waitForTimeout(400);
    },
  },
  {
    name: 'emoji-picker',
    async show(page, url) {
      await openTopic(page, url, 'engineering', 'search is slow');
      const message = page.getByRole('article').last();
      await message.hover();
      await message.getByRole('button', { name: 'React' }).click({ force: true });
      await page.waitForTimeout(600);
    },
  },
  {
    name: 'completion',
    async show(page, url) {
      await openTopic(page, url, 'design', 'logo');
      await page
        .getByRole('textbox', { name: 'Message', exact: true })
        .pressSequentially('What do you think, @m');
      await page.waitForTimeout(400);
    },
  },
  {
    name: 'shortcuts',
    async show(page, url) {
      await open(page, url, '#inbox');
      await page.keyboard.press('?');
      await page.waitForTimeout(500);
    },
  },
];

const looks = [
  { name: 'light', colorScheme: 'light', viewport: { width: 1360, height: 850 } },
  { name: 'dark', colorScheme: 'dark', viewport: { width: 1360, height: 850 } },
  { name: 'phone', colorScheme: 'light', viewport: { width: 390, height: 844 } },
  { name: 'tablet', colorScheme: 'light', viewport: { width: 900, height: 1000 } },
] as const;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  const { port } = server.address() as { port: number };
  server.close();
  return port;
}

/** Starts Parley with the demo in its own folder. */
async function start(): Promise<{ url: string; process: ChildProcess; folder: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-screens-'));
  const port = await freePort();
  const env = { ...process.env, PARLEY_PORT: String(port), PARLEY_DATA_DIR: folder };
  const child = spawn(process.execPath, [join(root, 'deploy/local/dist/main.js')], { cwd: root, env });
  await new Promise<void>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      if (text.includes('Parley is ready')) resolve();
    });
    child.once('exit', (code) => reject(new Error(`Parley ended with ${code}.`)));
  });
  return { url: `http://127.0.0.1:${port}`, process: child, folder };
}

/** Takes every screen in every look. Returns the names of the files. */
async function takeAll(browser: Browser, url: string): Promise<string[]> {
  const files: string[] = [];
  for (const { name: look, ...options } of looks) {
    const context = await browser.newContext({ ...options, locale: 'en-US', reducedMotion: 'reduce' });
    const page = await context.newPage();
    // Taking pictures marks no messages as read, so that they are still unread in the next picture.
    await page.route('**/api/v1/messages/flags', (route) =>
      route.fulfill({ json: { result: 'success', msg: '', messages: [] } }),
    );
    const take = async (screen: Screen) => {
      try {
        await screen.show(page, url);
        const file = `${screen.name}-${look}.png`;
        await page.screenshot({ path: join(results, file) });
        files.push(file);
      } catch (error) {
        process.stderr.write(`${screen.name} in ${look}: ${(error as Error).message.split('\n')[0]}\n`);
        process.exitCode = 1;
      }
    };
    page.setDefaultTimeout(8_000);
    for (const screen of screens.filter(({ signedOut }) => signedOut)) await take(screen);
    await page.getByRole('button', { name: 'Marie Member' }).click();
    await page.getByRole('main').waitFor();
    await page.waitForTimeout(1_000);
    for (const screen of screens.filter(({ signedOut }) => !signedOut)) await take(screen);
    await context.close();
  }
  return files;
}

const executable = findBrowser();
if (!executable) {
  process.stderr.write('There is no Chromium: install it (Debian: apt-get install chromium).\n');
  process.exit(1);
}
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
const given = process.env.PARLEY_SCREENS_URL;
const parley = given ? undefined : await start();
const browser = await openBrowser(executable);
try {
  const files = await takeAll(browser, given ?? parley!.url);
  const figures = files.map(
    (file) => `<figure><figcaption>${file}</figcaption><img src="${file}" loading="lazy"></figure>`,
  );
  writeFileSync(
    join(results, 'index.html'),
    `<!doctype html><meta charset="utf-8"><title>Screens</title><style>img{max-width:100%;border:1px solid #8888}</style>${figures.join('\n')}`,
  );
  process.stdout.write(`${files.length} pictures: ${join(results, 'index.html')}\n`);
} finally {
  await browser.close();
  if (parley) {
    const ended = new Promise((done) => parley.process.once('exit', done));
    parley.process.kill('SIGTERM');
    await ended;
    rmSync(parley.folder, { recursive: true, force: true });
  }
}
