/**
 * `npm run screens`: takes screenshots of every screen of the demo organization on a dedicated server, and writes a page that
 * shows them. The looks are light, dark, phone (light and dark) and tablet. The output is in test/web/results. `npm run screens
 * -- light inbox` takes only the given looks, and only screens whose names begin with one of the other words. The environment
 * variable PARLEY_SCREENS_URL selects a running server instead.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { findBrowser, openBrowser } from './browser.ts';
import type { Screen } from './screen.ts';
import { prepareScreens } from './screen-data.ts';
import { prepareSettingScreens } from './screen-data-settings.ts';
import { screens } from './screen-list.ts';
import { still, watchRequests } from './still.ts';

const root = join(import.meta.dirname, '../..');
const results = join(import.meta.dirname, 'results');

const looks = [
  { name: 'light', colorScheme: 'light', viewport: { width: 1360, height: 850 } },
  { name: 'dark', colorScheme: 'dark', viewport: { width: 1360, height: 850 } },
  { name: 'phone', colorScheme: 'light', viewport: { width: 390, height: 844 } },
  { name: 'phone-dark', colorScheme: 'dark', viewport: { width: 390, height: 844 } },
  { name: 'tablet', colorScheme: 'light', viewport: { width: 820, height: 1180 } },
] as const;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  const { port } = server.address() as { port: number };
  server.close();
  return port;
}

/** Starts Parley with the demo organization, in a temporary data folder. */
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

/** Names of the demo accounts, by the value of `Screen.as`; `member` is for screens without it. */
const logins = { owner: 'Olivia Owner', member: 'Marie Member', guest: 'Greta Guest' } as const;

/** Opens a browser window, with a signed-in person unless the screen needs none. */
async function openWindow(browser: Browser, url: string, screen: Screen, options: object): Promise<Page> {
  const context = await browser.newContext({
    ...options,
    locale: screen.locale ?? 'en-US',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  // This limit only stops runs that hang. A busy machine is many times slower than an idle one.
  page.setDefaultTimeout(60_000);
  watchRequests(page);
  // Fakes the request that marks messages as read, so that they stay unread for the next screenshot.
  await page.route('**/api/v1/messages/flags', (route) =>
    route.fulfill({ json: { result: 'success', msg: '', messages: [] } }),
  );
  if (screen.as === 'nobody') return page;
  await page.goto(url);
  // Exact match, because the list of people contains the name too.
  const login = page.getByRole('button', { name: logins[screen.as ?? 'member'], exact: true });
  await login.click();
  await login.waitFor({ state: 'detached' });
  await page.getByRole('main').waitFor();
  await still(page);
  return page;
}

/** Takes screenshots of the screens in all wanted looks. Returns the names of the files. */
async function takeAll(browser: Browser, url: string, wanted: readonly Screen[]): Promise<string[]> {
  const files: string[] = [];
  for (const { name: look, ...options } of wantedLooks) {
    /** Windows that screens share, by person and language. */
    const windows = new Map<string, Page>();
    for (const screen of wanted.filter(
      (each) => each.looks?.includes(look === 'phone-dark' ? 'phone' : look) ?? true,
    )) {
      // Special screens change requests and the page, so they need their own window.
      const isAlone = screen.name.startsWith('special-');
      const key = `${screen.as} ${screen.locale}`;
      try {
        const page =
          (isAlone ? undefined : windows.get(key)) ?? (await openWindow(browser, url, screen, options));
        if (!isAlone) windows.set(key, page);
        await screen.show(page, url);
        const file = `${screen.name}-${look}.png`;
        await page.screenshot({ path: join(results, file) });
        files.push(file);
        if (isAlone) await page.context().close();
      } catch (error) {
        // The further lines of the message say which element the page was waiting for.
        process.stderr.write(`${screen.name} in ${look}: ${(error as Error).message}\n`);
        process.exitCode = 1;
      }
    }
    for (const page of windows.values()) await page.context().close();
  }
  return files;
}

const executable = findBrowser();
if (!executable) {
  process.stderr.write('There is no Chromium: install it (Debian: apt-get install chromium).\n');
  process.exit(1);
}
const words = process.argv.slice(2);
const prefixes = words.filter((word) => !looks.some(({ name }) => name === word));
const named = looks.filter(({ name }) => words.includes(name));
const wantedLooks = named.length > 0 ? named : looks;
const wanted = screens.filter(
  ({ name }) => prefixes.length === 0 || prefixes.some((prefix) => name.startsWith(prefix)),
);
if (words.length === 0) rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
const given = process.env.PARLEY_SCREENS_URL;
const parley = given ? undefined : await start();
const browser = await openBrowser(executable);
try {
  const url = given ?? parley!.url;
  if (parley) {
    await prepareScreens(url);
    await prepareSettingScreens(url);
  }
  const files = await takeAll(browser, url, wanted);
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
