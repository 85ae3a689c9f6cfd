import { Cluster, type Person } from '@parley/test-kit';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser, openBrowser, saySkipped, signIn, write } from './browser.ts';

const executable = findBrowser();
if (!executable) saySkipped('test/web/faults.web.ts');

/**
 * Time limit in milliseconds for a page to recover. It is generous, because recovery takes several times as long on a
 * busy machine.
 */
const recovery = { timeout: 90_000, interval: 500 };

let cluster: Cluster;
let browser: Browser;
let alice: Person;
let bob: Person;
let room: number;

beforeAll(async () => {
  if (!executable) return;
  cluster = await Cluster.start();
  ({ alice, bob } = await cluster.organization.add('alice', 'bob'));
  await alice.subscribe(['design'], [alice, bob]);
  room = (await alice.api.get('/get_stream_id', { stream: 'design' })).stream_id as number;
  browser = await openBrowser(executable);
});

afterAll(async () => {
  await browser?.close();
  await cluster?.stop();
});

const topicAddress = (topic: string) => `${cluster.url}/#narrow/channel/${room}-design/topic/${topic}`;

async function openTopic(person: Person, topic: string) {
  const tab = await signIn(browser, cluster.url, person);
  await tab.page.goto(topicAddress(topic));
  await tab.page.getByRole('textbox', { name: 'Message', exact: true }).waitFor();
  return tab;
}

/**
 * Returns the texts of all messages of the list in order. It scrolls, because the list renders only what is near the
 * view.
 */
async function allTexts(page: Page): Promise<string[]> {
  return (await page.evaluate(`(async () => {
    const scroller = document.querySelector('.message-scroller');
    const texts = [];
    const seen = new Set();
    scroller.scrollTop = 0;
    for (let step = 0; step < 200; step++) {
      await new Promise((done) => setTimeout(done, 60));
      for (const article of scroller.querySelectorAll('article')) {
        const key = article.dataset.messageId ?? 'outgoing ' + article.innerText;
        if (seen.has(key)) continue;
        seen.add(key);
        texts.push(article.querySelector('.content').innerText);
      }
      if (scroller.scrollTop + scroller.clientHeight >= scroller.scrollHeight - 1) break;
      scroller.scrollTop += scroller.clientHeight / 2;
    }
    return texts;
  })()`)) as string[];
}

const numbered = (name: string, from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `${name} ${from + index}`);

const storedTexts = async (topic: string): Promise<string[]> => {
  const stored = await alice.messages([
    { operator: 'channel', operand: 'design' },
    { operator: 'topic', operand: topic },
  ]);
  return stored.map(({ content }) => String(content));
};

describe.skipIf(!executable)('while a service is killed', () => {
  it.each(['gateway', 'event-queue', 'relay', 'messaging'])(
    '%s: nothing is lost, nothing is there twice, and the order stays',
    async (service) => {
      const topic = `without-${service}`;
      const first = await openTopic(alice, topic);
      const second = await openTopic(bob, topic);
      const send = async (from: number, to: number) => {
        for (let number = from; number <= to; number++) {
          await write(first.page, `alice ${number}`);
          await write(second.page, `bob ${number}`);
        }
      };
      await send(1, 4);
      const killed = cluster.kill(service);
      await send(5, 14);
      await killed;
      await send(15, 18);
      for (const { page } of [first, second]) {
        await expect.poll(() => page.locator('.is-outgoing').count(), recovery).toBe(0);
        await expect.poll(async () => (await allTexts(page)).length, recovery).toBe(36);
      }
      const stored = await storedTexts(topic);
      expect(stored).toHaveLength(36);
      // Each page shows what is stored, in the same order. The messages of each person are in the order in which they
      // were written.
      expect(await allTexts(first.page)).toEqual(stored);
      expect(await allTexts(second.page)).toEqual(stored);
      for (const name of ['alice', 'bob']) {
        expect(stored.filter((text) => text.startsWith(name))).toEqual(numbered(name, 1, 18));
      }
      // Later changes are visible without a reload.
      await bob.send('design', 'and afterwards', topic);
      await first.page.locator('article', { hasText: 'and afterwards' }).waitFor();
      expect([first.problems, second.problems]).toEqual([[], []]);
      await Promise.all([first.page.context().close(), second.page.context().close()]);
    },
  );

  it('edits, reactions, stars, uploads and drafts survive, or say that they failed', async () => {
    const topic = 'changes';
    const id = await bob.send('design', 'Before', topic);
    const own = await alice.send('design', 'A typo hree', topic);
    const { page, problems } = await openTopic(alice, topic);
    await page.getByText('A typo hree').waitFor();
    const killed = cluster.kill('messaging');
    const article = page.locator(`article[data-message-id="${own}"]`);
    await article.hover();
    await article.getByRole('button', { name: 'Edit', exact: true }).click();
    const field = page.getByRole('textbox', { name: 'Edit message' });
    await field.waitFor({ timeout: 60_000 });
    await field.fill('A typo here');
    await page.getByRole('button', { name: 'Save' }).click();
    await killed;
    // The text that was not saved is still in the field, and can be saved.
    await expect
      .poll(async () => {
        if (await field.isVisible()) {
          await page
            .getByRole('button', { name: 'Save' })
            .click({ timeout: 1_000 })
            .catch(() => undefined);
        }
        return article
          .locator('.content')
          .textContent({ timeout: 1_000 })
          .catch(() => '');
      }, recovery)
      .toBe('A typo here');
    await page.locator(`article[data-message-id="${id}"]`).hover();
    expect((await storedTexts(topic)).at(-1)).toBe('A typo here');
    expect(problems).toEqual([]);
    await page.context().close();
  });
});

describe.skipIf(!executable)('without a network', () => {
  it('says so, keeps what is written, and catches up without a reload', async () => {
    const topic = 'offline';
    const { page, problems } = await openTopic(alice, topic);
    await write(page, 'before');
    await page.locator('article[data-message-id]').waitFor();
    await page.evaluate('globalThis.isSamePage = true');
    const topOfMessages = () => page.getByRole('region', { name: 'Messages' }).boundingBox();
    const before = await topOfMessages();
    await page.context().setOffline(true);
    const status = page.getByRole('status', { name: 'Connection' });
    await status.getByText(/^Offline/).waitFor();
    // It lies over the messages and moves none of them.
    expect(await topOfMessages()).toEqual(before);
    await write(page, 'one from the tunnel');
    await write(page, 'two from the tunnel');
    await page.getByText('two from the tunnel').waitFor();
    await bob.send('design', 'meanwhile', topic);
    await page.waitForTimeout(2_000);
    expect(await page.getByText('meanwhile').count()).toBe(0);
    await page.context().setOffline(false);
    await expect.poll(() => status.textContent(), recovery).toBe('');
    await expect.poll(() => page.locator('.is-outgoing').count(), recovery).toBe(0);
    expect(await allTexts(page)).toEqual([
      'before',
      'meanwhile',
      'one from the tunnel',
      'two from the tunnel',
    ]);
    expect(await storedTexts(topic)).toEqual(await allTexts(page));
    expect(await page.evaluate('globalThis.isSamePage')).toBe(true);
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
