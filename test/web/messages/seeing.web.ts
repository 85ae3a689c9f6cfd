import type { Person } from '@parley/test-kit';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser, saySkipped, soon, textsOnView } from '../browser.ts';
import { Team } from '../team.ts';

// What a person sees is what was sent: nothing arrives out of sight, and nothing that was written disappears.

const executable = findBrowser();
if (!executable) saySkipped('test/web/messages/seeing.web.ts');

let team: Team;
let alice: Person;
let bob: Person;

beforeAll(async () => {
  if (!executable) return;
  team = await Team.start(executable);
  ({ alice, bob } = team);
});

afterAll(() => team?.[Symbol.asyncDispose]());

const exactly = { exact: true } as const;
const fieldOf = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true });

/** Returns whether the last message is within the visible part of the list. */
const isEndVisible = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const scroller = document.querySelector('.message-scroller')!;
    const last = [...scroller.querySelectorAll('article')].at(-1)!;
    return last.getBoundingClientRect().bottom <= scroller.getBoundingClientRect().bottom + 1;
  });

describe.skipIf(!executable)('the newest messages', () => {
  it('stay in sight whatever makes the list lower while they arrive', async () => {
    for (let n = 1; n <= 40; n++) await bob.send('design', `message ${n}`, 'following');
    await alice.api.post('/mark_all_as_read');
    const { page, problems } = await team.openTopic(alice, 'following');
    await expect.poll(() => isEndVisible(page), soon).toBe(true);
    const changes: readonly (readonly [string, () => Promise<unknown>])[] = [
      ['the question about notifications', () => addBlock(page, '.view-head', 47)],
      ['a longer text in the compose box', () => fieldOf(page).fill('one\ntwo\nthree\nfour\nfive')],
      ['a lower window', () => page.setViewportSize({ width: 1300, height: 600 })],
      ['a higher window', () => page.setViewportSize({ width: 1300, height: 900 })],
      ['a block above the compose box', () => addBlock(page, '.message-region', 60)],
    ];
    for (const [name, change] of changes) {
      const text = `during ${name}`;
      await Promise.all([bob.send('design', text, 'following'), change()]);
      await expect.poll(async () => (await textsOnView(page)).at(-1), soon).toBe(text);
      await expect.poll(() => isEndVisible(page), { ...soon, message: name }).toBe(true);
      const next = `after ${name}`;
      await bob.send('design', next, 'following');
      await expect.poll(async () => (await textsOnView(page)).at(-1), soon).toBe(next);
      await expect.poll(() => isEndVisible(page), { ...soon, message: name }).toBe(true);
    }
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('do not pull a reader down who has scrolled up', async () => {
    await alice.api.post('/mark_all_as_read');
    const { page } = await team.openTopic(alice, 'following');
    await expect.poll(() => isEndVisible(page), soon).toBe(true);
    await page.locator('.message-scroller').hover();
    await page.mouse.wheel(0, -120);
    await page.getByRole('button', { name: 'Jump to the newest message' }).waitFor();
    await Promise.all([bob.send('design', 'out of sight', 'following'), addBlock(page, '.view-head', 47)]);
    await page.getByRole('button', { name: 'One new message' }).waitFor();
    expect(await isEndVisible(page)).toBe(false);
    await page.context().close();
  });
});

/** Adds an empty block after an element, with a scroll event in the same frame, as the browser may have one. */
const addBlock = (page: Page, selector: string, height: number) =>
  page.evaluate(
    ([where, blockSize]) => {
      const block = document.createElement('div');
      block.style.flex = 'none';
      block.style.blockSize = `${blockSize}px`;
      document.querySelector(where)!.after(block);
      document.querySelector('.message-scroller')!.dispatchEvent(new Event('scroll'));
    },
    [selector, height] as const,
  );

describe.skipIf(!executable)('the line of unread messages', () => {
  it('stays where it is while somebody reads in a window without the focus', async () => {
    await bob.send('design', 'first', 'line');
    await alice.api.post('/mark_all_as_read');
    const { page } = await team.openTopic(alice, 'line');
    await page.evaluate(() => {
      document.hasFocus = () => false;
    });
    await page.mouse.move(400, 400);
    await bob.send('design', 'second', 'line');
    await expect.poll(() => textsOnView(page), soon).toEqual(['first', 'second']);
    expect(await page.locator('.unread-line').count()).toBe(0);
    await page.context().close();
  });
});

describe.skipIf(!executable)('two counts of a conversation', () => {
  it.each([
    ['a wide window', {}],
    ['a phone', { viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true }],
  ] as const)('cover nothing beside them in %s', async (_name, options) => {
    for (let at = 0; at < 12; at++) await bob.send('design', at < 10 ? '@**alice** look' : 'more', 'counted');
    const { page } = await team.signIn(alice, options);
    for (const view of ['#recent', '#inbox']) {
      await page.goto(team.url(view));
      const row = page.locator('.inbox-link', { hasText: 'counted' });
      await row.locator('.badge').nth(1).waitFor();
      const boxes = await row.locator('.inbox-label, .inbox-time, .badge').evaluateAll((all) =>
        all.map((each) => {
          const { left, right, top, bottom } = each.getBoundingClientRect();
          return { left, right, top, bottom };
        }),
      );
      expect(boxes.length).toBeGreaterThanOrEqual(4);
      const overlapping = boxes.flatMap((one, at) =>
        boxes
          .slice(at + 1)
          .filter(
            (other) =>
              Math.min(one.right, other.right) - Math.max(one.left, other.left) > 0.5 &&
              Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 0.5,
          ),
      );
      expect([view, overlapping]).toEqual([view, []]);
    }
    await page.context().close();
  });
});

describe.skipIf(!executable)('a text without recipients', () => {
  it('is kept, and goes to a channel or a person that is chosen later', async () => {
    const { page, problems } = await team.signIn(alice);
    const views = page.getByRole('navigation', { name: 'Views' });
    const card = page.getByRole('listitem').filter({ hasText: 'to whom?' });
    await page.goto(team.url('#recent'));
    await page.getByRole('button', { name: 'New message' }).click();
    await fieldOf(page).fill('to whom?');
    await views.getByRole('link', { name: 'Drafts' }).click();
    await card.getByText('No recipient yet').waitFor();
    await card.getByRole('button', { name: 'Edit draft' }).click();
    await expect.poll(() => fieldOf(page).inputValue(), soon).toBe('to whom?');
    const to = page.getByRole('combobox', { name: 'To', ...exactly });
    await to.fill('#des');
    await page.getByRole('option', { name: '#design' }).click();
    await views.getByRole('link', { name: 'Drafts' }).click();
    // The entry without recipients goes at once, whether or not the server has stored that of the channel.
    await expect.poll(() => card.allInnerTexts(), soon).toEqual([expect.stringContaining('design')]);
    await card.getByRole('button', { name: 'Edit draft' }).click();
    await expect.poll(() => fieldOf(page).inputValue(), soon).toBe('to whom?');
    await page.getByRole('button', { name: 'Send', ...exactly }).click();
    await expect
      .poll(async () => (await bob.messages([])).at(-1), soon)
      .toMatchObject({ content: 'to whom?', subject: 'general chat' });
    await views.getByRole('link', { name: 'Drafts' }).click();
    await card.waitFor({ state: 'detached' });
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('to a channel can be changed into a direct message', async () => {
    const { page } = await team.signIn(alice);
    await page.goto(team.url('#recent'));
    await page.getByRole('button', { name: 'New message' }).click();
    await page.getByRole('combobox', { name: 'To', ...exactly }).fill('design');
    await page.getByRole('option', { name: '#design' }).click();
    await expect.poll(() => page.evaluate(() => document.activeElement?.id), soon).toBe('compose-topic');
    await page.getByRole('combobox', { name: 'Channel', ...exactly }).click();
    await page.getByRole('option', { name: 'Direct message' }).click();
    await page.getByRole('combobox', { name: 'To', ...exactly }).fill('bob');
    await page.getByRole('option', { name: 'bob' }).click();
    await fieldOf(page).fill('rather to you');
    await page.getByRole('button', { name: 'Send', ...exactly }).click();
    await expect
      .poll(async () => (await bob.messages([])).at(-1), soon)
      .toMatchObject({ content: 'rather to you', type: 'private' });
    await page.context().close();
  });
});

describe.skipIf(!executable)('lists of conversations', () => {
  it('show emoji and times as messages do, and how many messages concern the person', async () => {
    await alice.api.post('/mark_all_as_read');
    await bob.send('design', 'one', 'previews');
    const { page } = await team.signIn(alice);
    await page.goto(team.url('#inbox'));
    const row = page.getByRole('main').getByRole('listitem').filter({ hasText: 'previews' });
    await row.getByText('bob: one').waitFor();
    await bob.send('design', '@**alice** done :tada: at <time:2026-01-31T12:00:00Z>', 'previews');
    const mention = row.getByText(/bob: @alice done 🎉 at .*Jan 31/);
    await mention.waitFor();
    // What mentions the person stays there when others write.
    await bob.send('design', 'three', 'previews');
    await expect
      .poll(() => row.locator('.badge').allInnerTexts())
      .toContainEqual(expect.stringMatching(/^3\s/));
    await mention.waitFor();
    expect(await row.locator('.badge').allInnerTexts()).toEqual([
      expect.stringMatching(/^1\s/),
      expect.stringMatching(/^3\s/),
    ]);
    await page.context().close();
  });

  it('of people begin with those who have written in the topic', async () => {
    // In narrower windows the list of people begins folded.
    const { page } = await team.openTopic(alice, 'previews', { viewport: { width: 1700, height: 850 } });
    const panel = page.getByRole('complementary', { name: 'People' });
    await panel.getByRole('heading', { name: 'In this conversation' }).waitFor();
    const groups = await panel.evaluate((element) =>
      [...element.querySelectorAll('h2')].map((title) => [
        title.textContent,
        // The last group is folded.
        [...(title.nextElementSibling?.querySelectorAll('.person') ?? [])].map(
          (person) => person.textContent,
        ),
      ]),
    );
    expect(groups[0]).toEqual(['In this conversation', [expect.stringContaining('bob')]]);
    expect(groups[1]).toEqual(['In this channel', [expect.stringContaining('alice')]]);
    await page.context().close();
  });
});

describe.skipIf(!executable)('a notice of an action', () => {
  it('does not stay when the person goes elsewhere', async () => {
    await alice.api.post('/drafts', {
      drafts: [{ type: '', to: [], topic: '', content: 'short-lived', timestamp: 1 }],
    });
    const { page } = await team.signIn(alice);
    const views = page.getByRole('navigation', { name: 'Views' });
    await views.getByRole('link', { name: 'Drafts' }).click();
    await page
      .getByRole('listitem')
      .filter({ hasText: 'short-lived' })
      .getByRole('button', { name: 'Delete' })
      .click();
    const undo = page.getByRole('button', { name: 'Undo' });
    await undo.waitFor();
    await page.waitForTimeout(1_200);
    await views.getByRole('link', { name: 'Inbox' }).click();
    await undo.waitFor({ state: 'detached', timeout: 2_000 });
    await page.context().close();
  });
});
