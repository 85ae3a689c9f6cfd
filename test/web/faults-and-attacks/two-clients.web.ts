import { join } from 'node:path';
import type { Person } from '@parley/test-kit';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compilePage } from '../../../packages/web/vite.config.ts';
import { findBrowser, openTab, saySkipped } from '../browser.ts';
import { Team } from '../team.ts';

const executable = findBrowser();
if (!executable) saySkipped('test/web/faults-and-attacks/two-clients.web.ts');

const entry = join(import.meta.dirname, 'two-clients.page.ts');

/** The script of the page. It mounts the clients that the page names. */
const script = `
  import { preparePage } from '../../../packages/web/src/page.ts';
  import { mountClient } from '../../../packages/web/src/mount.tsx';

  await preparePage();
  globalThis.unmount = accounts.map((account, at) =>
    mountClient(document.querySelectorAll('body > section')[at], account));
`;

const types: Readonly<Record<string, string>> = {
  css: 'text/css',
  js: 'text/javascript',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
};

let team: Team;
let files: ReadonlyMap<string, string | Uint8Array>;

beforeAll(async () => {
  if (!executable) return;
  team = await Team.start(executable);
  files = await compilePage(entry, script, '/two-clients/');
}, 600_000);

afterAll(() => team?.[Symbol.asyncDispose]());

type Both = {
  readonly page: Page;
  readonly problems: string[];
  readonly one: Locator;
  readonly other: Locator;
};

/** Opens a page with the clients of two people side by side, each at its address. */
async function openBoth(people: readonly (readonly [person: Person, address: string])[]): Promise<Both> {
  const { page, problems } = await openTab(team.browser, 'about:blank');
  const accounts = people.map(([{ email, apiKey }, address]) => ({ email, apiKey, address }));
  const styles = [...files.keys()].filter((name) => name.endsWith('.css'));
  await page.route('**/two-clients/**', (route) => {
    const name = new URL(route.request().url()).pathname.replace('/two-clients/', '');
    const found = files.get(name);
    if (name === '')
      return route.fulfill({
        contentType: 'text/html',
        body: `<!doctype html><title>Two</title>
          ${styles.map((style) => `<link rel="stylesheet" href="/two-clients/${style}">`).join('')}
          <style>body { display: flex } section { flex: 1 1 0; min-inline-size: 0; block-size: 100vh }</style>
          <section></section><section></section>
          <script>var accounts = ${JSON.stringify(accounts)}</script>
          <script type="module" src="/two-clients/page.js"></script>`,
      });
    if (found === undefined) return route.fulfill({ status: 404 });
    return route.fulfill({
      contentType: types[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream',
      body: typeof found === 'string' ? found : Buffer.from(found),
    });
  });
  await page.goto(`${team.network.gatewayUrl()}/two-clients/`);
  const [one, other] = [page.locator('body > section').nth(0), page.locator('body > section').nth(1)];
  return { page, problems, one, other };
}

const fieldOf = (client: Locator) => client.getByRole('textbox', { name: 'Message', exact: true });
const topic = (name: string) => `#narrow/channel/${team.design}-design/topic/${name}`;
const headOf = (client: Locator) => client.locator('.view-head h1').first();

describe.skipIf(!executable)('two clients in one page', () => {
  it('show two conversations of two people, who write to each other', async () => {
    const { page, problems, one, other } = await openBoth([
      [team.alice, topic('left')],
      [team.bob, topic('right')],
    ]);
    await Promise.all([fieldOf(one).waitFor(), fieldOf(other).waitFor()]);
    // What is written in one client is not in the other one.
    await fieldOf(one).fill('From the left');
    await fieldOf(other).fill('From the right');
    expect(await fieldOf(one).inputValue()).toBe('From the left');
    await one.getByRole('button', { name: 'Send', exact: true }).click();
    await expect.poll(() => fieldOf(one).inputValue()).toBe('');
    expect(await fieldOf(other).inputValue()).toBe('From the right');
    await one.getByRole('article').getByText('From the left').waitFor();
    expect(await other.getByRole('article').count()).toBe(0);

    // A link changes the view of its own client only, and the page's address not at all.
    await one.getByRole('link', { name: 'Recent' }).first().click();
    await expect.poll(() => headOf(one).innerText()).toContain('Recent');
    expect(await fieldOf(other).inputValue()).toBe('From the right');
    expect(new URL(page.url()).hash).toBe('');
    expect(await page.title()).toBe('Two');

    // The message arrives where the other person reads, from the first client.
    await other.getByRole('button', { name: 'Send', exact: true }).click();
    await other.getByRole('article').getByText('From the right').waitFor();
    expect((await team.alice.messages([])).map(({ content }) => content)).toEqual([
      'From the left',
      'From the right',
    ]);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('show typing, notices and dialogs where they belong', async () => {
    const { page, problems, one, other } = await openBoth([
      [team.alice, topic('both')],
      [team.bob, topic('both')],
    ]);
    await Promise.all([fieldOf(one).waitFor(), fieldOf(other).waitFor()]);
    await fieldOf(one).pressSequentially('Is this');
    // Bob sees that Alice types. Alice does not see it of herself.
    await other.locator('.typing').getByText('alice', { exact: false }).waitFor();
    expect(await one.locator('.typing').getByText('alice', { exact: false }).count()).toBe(0);

    await fieldOf(one).fill('Is this seen?');
    await one.getByRole('button', { name: 'Send', exact: true }).click();
    await Promise.all([
      one.getByRole('article').getByText('Is this seen?').waitFor(),
      other.getByRole('article').getByText('Is this seen?').waitFor(),
    ]);

    // A notice appears in the client whose person has acted. Its menu stands beside both clients.
    await one.getByRole('button', { name: 'Topic actions' }).click();
    await page.getByRole('menuitem', { name: 'Copy link' }).click();
    await one.locator('.toast').waitFor();
    expect(await other.locator('.toast').count()).toBe(0);

    // A key acts in the client that was used last.
    await other.getByRole('article').getByText('Is this seen?').click();
    await page.keyboard.press('t');
    await expect.poll(() => headOf(other).innerText()).toContain('Recent');
    await fieldOf(one).waitFor();
    await fieldOf(one).click();
    await page.keyboard.press('Escape');
    await page.keyboard.press('d');
    await expect.poll(() => headOf(one).innerText()).toContain('Drafts');
    await expect.poll(() => headOf(other).innerText()).toContain('Recent');

    // A dialog that a key opens is open once.
    await page.keyboard.press('?');
    await page.getByRole('dialog').waitFor();
    expect(await page.getByRole('dialog').count()).toBe(1);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('keep drafts apart, also on the device', async () => {
    const { page, problems, one, other } = await openBoth([
      [team.alice, topic('shared')],
      [team.bob, topic('shared')],
    ]);
    await Promise.all([fieldOf(one).waitFor(), fieldOf(other).waitFor()]);
    await fieldOf(one).fill('Alice writes');
    await fieldOf(other).fill('Bob writes');
    const contents = async (person: Person) =>
      ((await person.api.get('/drafts')).drafts as { content: string }[]).map(({ content }) => content);
    await expect.poll(() => contents(team.alice)).toContain('Alice writes');
    await expect.poll(() => contents(team.bob)).toContain('Bob writes');
    await page.reload();
    await expect.poll(() => fieldOf(one).inputValue()).toBe('Alice writes');
    await expect.poll(() => fieldOf(other).inputValue()).toBe('Bob writes');

    // One client can be removed. The other one goes on.
    await page.evaluate('unmount[0]()');
    expect(await one.textContent()).toBe('');
    await fieldOf(other).fill('');
    await expect.poll(() => contents(team.bob)).not.toContain('Bob writes');
    expect(await contents(team.alice)).toContain('Alice writes');
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
