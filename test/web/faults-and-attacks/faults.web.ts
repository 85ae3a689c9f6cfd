import { serviceNames } from '@parley/core';
import { Cluster, type Person } from '@parley/test-kit';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser, openBrowser, saySkipped, signIn, slowUploads, write } from '../browser.ts';

const executable = findBrowser();
if (!executable) saySkipped('test/web/faults-and-attacks/faults.web.ts');

/**
 * Time limit and polling interval for the recovery of a page, in milliseconds. The limit is generous, because recovery takes
 * several times as long on a busy machine.
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
 * Returns the texts of all messages in the list, in order. Scrolls through the list, because it renders only rows near the
 * visible part.
 */
async function allTexts(page: Page): Promise<string[]> {
  return (await page.evaluate(`(async () => {
    const scroller = document.querySelector('.message-scroller');
    const texts = [];
    const seen = new Set();
    const isCovered = () => {
      const { top, bottom } = scroller.getBoundingClientRect();
      return [...scroller.querySelectorAll('.rows-elsewhere')].every((space) => {
        const edges = space.getBoundingClientRect();
        return edges.height === 0 || edges.bottom <= top || edges.top >= bottom;
      });
    };
    scroller.scrollTop = 0;
    for (let step = 0; step < 200; step++) {
      await new Promise((done) => setTimeout(done, 60));
      // On a busy machine, rows are rendered later than the list was scrolled.
      for (let wait = 0; wait < 100 && !isCovered(); wait++) await new Promise((done) => setTimeout(done, 60));
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
  it.each(serviceNames)('%s: no message is lost or repeated, and the order stays', async (service) => {
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
  });

  it('an edit is saved, or its text stays in the field', async () => {
    const topic = 'changes';
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
    // If saving failed, the text is still in the field and can be saved again.
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
    expect((await storedTexts(topic)).at(-1)).toBe('A typo here');
    expect(problems).toEqual([]);
    await page.context().close();
  });
});

describe.skipIf(!executable)('while the service that stores it is killed', () => {
  it('a reaction and a star are stored, or the page reports that they are not', async () => {
    const id = await bob.send('design', 'React to this', 'reactions');
    const { page, problems } = await openTopic(alice, 'reactions');
    const article = page.locator(`article[data-message-id="${id}"]`);
    await article.click();
    let isRefused = false;
    void page
      .getByText('That did not work.')
      .first()
      .waitFor(recovery)
      .then(
        () => (isRefused = true),
        () => undefined,
      );
    const killed = cluster.kill('messaging');
    await page.keyboard.press('+');
    await page.keyboard.press('*');
    await killed;
    const stored = async () => {
      const { message } = await alice.api.get(`/messages/${id}`);
      const { flags, reactions } = message as { flags: string[]; reactions: unknown[] };
      return [reactions.length > 0, flags.includes('starred')];
    };
    const shown = async () => [
      await article.getByRole('button', { name: 'You reacted with +1' }).isVisible(),
      await article
        .getByRole('img', { name: 'Starred' })
        .count()
        .then((count) => count > 0),
    ];
    await expect.poll(async () => isRefused || (await stored()).every(Boolean), recovery).toBe(true);
    await expect
      .poll(async () => [await shown(), await stored()].map(String), recovery)
      .toSatisfy(([seen, kept]: string[]) => seen === kept);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('an upload continues where it stopped', async () => {
    const { page, problems } = await openTopic(alice, 'uploads');
    await slowUploads(page, 100_000);
    await page.locator('input[type=file]').setInputFiles({
      name: 'notes.txt',
      mimeType: 'text/plain',
      buffer: Buffer.alloc(600_000, 'text '),
    });
    await page.getByRole('progressbar', { name: 'Uploading notes.txt' }).waitFor();
    await cluster.kill('upload');
    const field = page.getByRole('textbox', { name: 'Message', exact: true });
    await expect.poll(() => field.inputValue(), recovery).toMatch(/^\[notes\.txt\]\(/);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    const link = page.getByRole('article').getByRole('link', { name: 'notes.txt' });
    await link.waitFor();
    const file = await page.request.get(new URL((await link.getAttribute('href'))!, page.url()).href);
    expect((await file.body()).length).toBe(600_000);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('a draft is stored afterwards', async () => {
    const { page, problems } = await openTopic(alice, 'drafts');
    const killed = cluster.kill('messaging');
    await page.getByRole('textbox', { name: 'Message', exact: true }).pressSequentially('Half a thought');
    await killed;
    await expect
      .poll(async () => {
        const { drafts } = await alice.api.get('/drafts');
        return (drafts as { content: string }[]).map(({ content }) => content);
      }, recovery)
      .toEqual(['Half a thought']);
    expect(problems).toEqual([]);
    await page.context().close();
  });
});

describe.skipIf(!executable)('a client without a network', () => {
  it('reports this, keeps unsent text, and catches up without a reload', async () => {
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
    // The status overlaps the messages without moving them.
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
