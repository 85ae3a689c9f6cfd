/// <reference lib="dom" />
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser, saySkipped, soon } from '../browser.ts';
import { Team } from '../team.ts';

// The line of unread messages, and the message to which a link leads.

const executable = findBrowser();
if (!executable) saySkipped('test/web/messages/marks.web.ts');

let team: Team;

beforeAll(async () => {
  if (executable) team = await Team.start(executable);
});

afterAll(() => team?.[Symbol.asyncDispose]());

/** Sends `count` messages, of which Alice has read those before number `unreadFrom`. Returns their IDs. */
async function fill(topic: string, count: number, unreadFrom: number): Promise<number[]> {
  const ids: number[] = [];
  for (let at = 1; at <= count; at++) ids.push(await team.bob.send('design', `message ${at}`, topic));
  const messages = ids.slice(0, unreadFrom - 1);
  await team.alice.api.post('/messages/flags', { messages, op: 'add', flag: 'read' });
  return ids;
}

/** Returns the text of the message below the line. */
const belowLine = (page: Page) =>
  page.evaluate(() => {
    const rows = [...document.querySelectorAll('.message-rows > .row')];
    const at = rows.findIndex((row) => row.querySelector('.unread-line'));
    return rows[at + 1]?.querySelector<HTMLElement>('.content')?.innerText;
  });

describe.skipIf(!executable)('the line of unread messages', () => {
  it('stands a quarter down, below what was read before', async () => {
    await fill('quarter', 90, 41);
    const { page } = await team.openTopic(team.alice, 'quarter');
    await page.locator('.unread-line').waitFor();
    const share = () =>
      page.evaluate(() => {
        const frame = document.querySelector('.message-scroller')!.getBoundingClientRect();
        const line = document.querySelector('.unread-line')!.getBoundingClientRect();
        return (line.top - frame.top) / frame.height;
      });
    await expect.poll(share, soon).toBeGreaterThan(0.18);
    expect(await share()).toBeLessThan(0.32);
    // Reading on and back leads to the same line.
    await page.mouse.move(600, 400);
    await page.mouse.wheel(0, 1_200);
    await page.waitForTimeout(800);
    expect(await belowLine(page)).toBe('message 41');
    await page.context().close();
  });

  it('is shown with whole messages at the upper edge', async () => {
    const { page, problems } = await team.signIn(team.alice);
    // The edge would cut a message in at least two windows of these heights.
    for (const height of [700, 709, 718]) {
      await fill(`edge${height}`, 90, 41);
      await page.setViewportSize({ width: 1280, height });
      await page.goto(team.topic(`edge${height}`));
      await page.locator('.unread-line').waitFor();
      const cutPx = () =>
        page.evaluate(() => {
          const edge = document.querySelector('.message-scroller')!.getBoundingClientRect().top;
          const rows = [...document.querySelectorAll('.message-rows > .row')].map((row) =>
            row.getBoundingClientRect(),
          );
          return Math.abs(rows.find(({ bottom }) => bottom > edge + 1)!.top - edge);
        });
      await expect.poll(cutPx, soon).toBeLessThanOrEqual(1);
    }
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('is drawn again where messages are marked as unread, here and on another device', async () => {
    const ids = await fill('redrawn', 30, 31);
    const { page } = await team.openTopic(team.alice, 'redrawn');
    await page.getByText('message 30', { exact: true }).waitFor();
    expect(await page.locator('.unread-line').count()).toBe(0);
    const article = page.getByRole('article').filter({ hasText: 'message 27' });
    await article.hover();
    await article.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Mark as unread from here' }).click();
    await expect.poll(() => belowLine(page), soon).toBe('message 27');
    await team.alice.api.post('/messages/flags', { messages: ids.slice(23), op: 'remove', flag: 'read' });
    await expect.poll(() => belowLine(page), soon).toBe('message 24');
    // It stays unread although it is on view.
    await page.waitForTimeout(1_000);
    const { messages } = await team.alice.api.get('/messages', { message_ids: ids.slice(23) });
    expect((messages as { flags: string[] }[]).filter(({ flags }) => flags.includes('read'))).toEqual([]);
    await page.context().close();
  });
});

describe.skipIf(!executable)('the header of a topic in a feed', () => {
  /** Returns what stands in the feed from the first header of a topic on: kinds of rows, and texts of messages. */
  const rowsFrom = (page: Page, topic: string) =>
    page.evaluate((name) => {
      const rows = [...document.querySelectorAll<HTMLElement>('.message-rows > .row > *')];
      const first = rows.findIndex(
        (row) => row.matches('.recipient-bar') && row.querySelector('a:last-of-type')?.textContent === name,
      );
      return rows
        .slice(first < 0 ? rows.length : first)
        .map((row) => row.querySelector<HTMLElement>('.content')?.innerText ?? row.className);
    }, topic);

  it.each(['#feed', 'the channel'])(
    'stands once although the line is below it, and shows the day, in %s',
    async (view) => {
      await team.alice.api.post('/mark_all_as_read');
      const topic = `headed ${view.slice(-4)}`;
      await fill(topic, 3, 3);
      const { page, problems } = await team.signIn(team.alice);
      // A day later, all of it is of yesterday.
      await page.clock.install({ time: Date.now() + 24 * 60 * 60 * 1_000 });
      await page.goto(team.url(view === '#feed' ? view : `#narrow/channel/${team.design}-design`));
      await expect
        .poll(() => rowsFrom(page, topic), soon)
        .toEqual(['recipient-bar', 'message 1', 'message 2', 'unread-line', 'message 3']);
      expect(await page.locator('.recipient-bar').last().locator('.recipient-day').innerText()).toBe(
        'Yesterday',
      );
      expect(problems).toEqual([]);
      await page.context().close();
    },
  );

  it('stands below the line where the topic begins with it', async () => {
    await team.alice.api.post('/mark_all_as_read');
    const [first] = await fill('begun', 1, 1);
    const { page } = await team.signIn(team.alice);
    await page.goto(team.url('#feed'));
    await page.locator(`article[data-message-id="${first}"]`).waitFor();
    const kinds = await page.evaluate(() =>
      [...document.querySelectorAll('.message-rows > .row > *')].slice(-3).map((row) => row.classList[0]),
    );
    expect(kinds).toEqual(['unread-line', 'recipient-bar', 'message']);
    expect(await page.locator('.recipient-day').last().innerText()).toBe('Today');
    await page.context().close();
  });

  it('stays at the upper edge while messages of its topic are there, and goes with the next topic', async () => {
    // With nothing unread, the feed opens at its end.
    await team.alice.api.post('/mark_all_as_read');
    await fill('first-long', 25, 26);
    await fill('then-long', 25, 26);
    const { page, problems } = await team.signIn(team.alice, { viewport: { width: 1300, height: 500 } });
    await page.goto(team.url('#feed'));
    const bar = page.locator('.here-bar');
    await expect.poll(() => bar.innerText(), soon).toMatch(/design\s*›\s*then-long\s*Today/);
    const scroller = page.locator('.message-scroller:visible');
    await scroller.evaluate((element) => {
      element.scrollTop -= 400;
    });
    await expect.poll(() => bar.innerText(), soon).toContain('first-long');
    await scroller.evaluate((element) => {
      element.scrollTop = 0;
    });
    await bar.waitFor({ state: 'detached' });
    expect(problems).toEqual([]);
    await page.context().close();
  });
});

describe.skipIf(!executable)('a linked message', () => {
  it.each([
    ['glows', 'no-preference'],
    ['is marked without motion for those who want none', 'reduce'],
  ] as const)('%s, and stops after a moment', async (_what, reducedMotion) => {
    const topic = `links ${reducedMotion}`;
    const ids = await fill(topic, 60, 61);
    const { page } = await team.signIn(team.alice, { reducedMotion });
    await page.goto(
      team.url(`#narrow/channel/${team.design}-design/topic/${topic.replaceAll(' ', '.20')}/near/${ids[20]}`),
    );
    const article = page.locator(`article[data-message-id="${ids[20]}"]`);
    await article.waitFor();
    await expect
      .poll(() => article.evaluate((each) => each.classList.contains('is-linked')), soon)
      .toBe(true);
    const [animation, shadow] = await article.evaluate((each) => {
      const style = getComputedStyle(each);
      return [style.animationName, style.boxShadow];
    });
    if (reducedMotion === 'reduce') {
      expect(animation).toBe('none');
      expect(shadow).not.toBe('none');
    } else expect(animation).toBe('glow');
    await expect
      .poll(() => article.evaluate((each) => each.classList.contains('is-linked')), soon)
      .toBe(false);
    await page.context().close();
  });
});
