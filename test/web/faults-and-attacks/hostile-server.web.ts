import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser, saySkipped, showFormats } from '../browser.ts';
import { dangerous } from '../dangerous.ts';
import { Team } from '../team.ts';

const executable = findBrowser();
if (!executable) saySkipped('test/web/faults-and-attacks/hostile-server.web.ts');

let team: Team;

beforeAll(async () => {
  if (executable) team = await Team.start(executable);
});

afterAll(() => team?.[Symbol.asyncDispose]());

const markup = '<img src=x onerror=alert(1)><script>alert(2)</script><svg onload=alert(3)>';
const address = 'javascript:alert(4)';

/** Returns an answer in which names and contents contain injections, and addresses and colours are hostile. */
function poison(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(poison);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => {
      if (typeof each !== 'string') return [name, poison(each)];
      if (/^(?:full_name|sender_full_name|name|description|status_text|realm_name)$/.test(name)) {
        return [name, `${each}${markup}`];
      }
      if (/^(?:subject|topic|topic_name|prev_topic)$/.test(name)) return [name, `${each}${markup}`];
      if (/^(?:content|rendered_content|rendered_description|prev_rendered_content)$/.test(name)) {
        return [
          name,
          `<p>${each}</p>${markup}<a href="${address}">link</a><iframe src="${address}"></iframe>`,
        ];
      }
      if (/^(?:avatar_url|realm_icon_url|realm_logo_url|source_url)$/.test(name)) return [name, address];
      if (name === 'color') return [name, `red;background:url(${address})`];
      return [name, each];
    }),
  );
}

/** Makes each API answer that the page receives hostile, except answers to polls for events. */
async function poisonAnswers(page: Page): Promise<void> {
  await page.route('**/api/v1/**', async (route) => {
    if (route.request().url().includes('/events')) return route.continue();
    const response = await route.fetch();
    const body = await response.text();
    const isJson = (response.headers()['content-type'] ?? '').includes('json');
    await route.fulfill({ response, body: isJson ? JSON.stringify(poison(JSON.parse(body))) : body });
  });
}

describe.skipIf(!executable)('values that a hostile server sends', () => {
  it('run no script on any view, card, list or dialog', async () => {
    const { alice, bob } = team;
    await bob.send('design', '/poll Which?\none\ntwo', 'hostile');
    await bob.send('design', '/todo Tasks\nfirst\nsecond', 'hostile');
    const id = await bob.send('design', 'Hello @**alice**', 'hostile');
    await bob.api.patch(`/messages/${id}`, { content: 'Hello there @**alice**' });
    await bob.sendDirect([alice], 'A direct message');
    await alice.api.post('/users/me/status', { status_text: 'Busy' });
    await alice.api.post('/drafts', {
      drafts: [{ type: 'stream', to: [team.design], topic: 'x', content: markup, timestamp: 1_700_000_000 }],
    });
    await alice.api.post('/scheduled_messages', {
      type: 'channel',
      to: team.design,
      topic: 'hostile',
      content: 'Later',
      scheduled_delivery_timestamp: 4_000_000_000,
    });
    const { page, problems } = await team.signIn(alice);
    await poisonAnswers(page);
    const look = async (what: string) => expect(await dangerous(page), what).toEqual([]);
    for (const hash of ['#inbox', '#recent', '#feed', '#drafts', '#scheduled', '#narrow/is/mentioned']) {
      await page.goto('about:blank');
      await page.goto(team.url(hash));
      await page.getByRole('navigation', { name: 'Channels' }).getByRole('link').first().waitFor();
      await page.waitForTimeout(800);
      await look(hash);
    }
    await page.goto(team.url('#feed'));
    const article = page.getByRole('article').last();
    await article.waitFor();
    await article.getByRole('button', { name: /^bob/ }).first().click();
    await page.getByRole('dialog').waitFor();
    await look('card of a person');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('b');
    await page.getByRole('option').first().waitFor();
    await look('palette');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('/');
    await page.getByRole('combobox', { name: 'Search' }).fill('sender:');
    await page.getByRole('option').first().waitFor();
    await look('search');
    await page.keyboard.press('Escape');
    await page.goto(team.url(`#narrow/channel/${team.design}-design`));
    await page.getByRole('article').first().waitFor();
    await page.getByRole('button', { name: 'Edited' }).first().click();
    await page.getByRole('dialog', { name: 'Earlier versions' }).locator('.content').first().waitFor();
    await look('earlier versions');
    // Ignores reports about the inert document in which the sanitizer parses HTML: Chromium reports event handlers there, but
    // none of them reaches the page.
    expect(problems.filter((each) => !each.startsWith('Executing inline event handler'))).toEqual([]);
    await page.context().close();
  });

  it('are shown as text: names of files that are being uploaded, and unsent text', async () => {
    const { page, problems } = await team.openTopic(team.alice, 'files');
    const upload = Promise.withResolvers<void>();
    await page.route('**/tus/**', async (route) => {
      await upload.promise;
      await route.continue();
    });
    await page.locator('input[type=file]').setInputFiles({
      name: '<img src=x onerror=alert(1)>.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('text'),
    });
    await page.getByText('<img src=x onerror=alert(1)>.txt').waitFor();
    const field = page.getByRole('textbox', { name: 'Message', exact: true });
    await field.fill(markup);
    await showFormats(page);
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.locator('.preview').waitFor();
    expect(await dangerous(page)).toEqual([]);
    upload.resolve();
    await page.locator('.preview').getByRole('link').waitFor();
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByRole('article').first().waitFor();
    expect(await dangerous(page)).toEqual([]);
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
