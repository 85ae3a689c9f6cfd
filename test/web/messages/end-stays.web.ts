/// <reference lib="dom" />
import fc from 'fast-check';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser, saySkipped, soon } from '../browser.ts';
import { Team } from '../team.ts';

// A list whose end is on view keeps it on view, whatever changes its size or that of what is beside it.

const executable = findBrowser();
if (!executable) saySkipped('test/web/messages/end-stays.web.ts');

let team: Team;
const topic = 'ends';
let lastId = 0;

beforeAll(async () => {
  if (!executable) return;
  team = await Team.start(executable);
  for (let at = 1; at <= 40; at++) lastId = await team.bob.send('design', `message ${at}`, topic);
  // Otherwise the list would begin at the first unread message.
  await team.alice.api.post('/mark_all_as_read');
});

afterAll(() => team?.[Symbol.asyncDispose]());

/** Returns how far the view is from the end of the list, in pixels. */
const distance = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const { scrollHeight, scrollTop, clientHeight } = document.querySelector('.message-scroller')!;
    return Math.round(scrollHeight - scrollTop - clientHeight);
  });

const field = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true });

type Change = readonly [name: string, apply: (page: Page, amount: number) => Promise<unknown>];

/** What changes sizes. `amount` is between 0 and 9. */
const changes: readonly Change[] = [
  ['the compose box grows and shrinks', (page, amount) => field(page).fill('line\n'.repeat(amount))],
  [
    'the window changes its height',
    (page, amount) => page.setViewportSize({ width: page.viewportSize()!.width, height: 480 + 60 * amount }),
  ],
  [
    'the window changes its width',
    (page, amount) =>
      page.setViewportSize({ width: 700 + 100 * amount, height: page.viewportSize()!.height }),
  ],
  [
    'a banner appears above the list, or goes',
    (page, amount) =>
      page.evaluate((height) => {
        document.querySelector('#test-banner')?.remove();
        if (height === 0) return;
        const banner = Object.assign(document.createElement('div'), { id: 'test-banner' });
        banner.style.cssText = `flex: none; block-size: ${height * 12}px`;
        document.querySelector('#main')!.prepend(banner);
      }, amount),
  ],
  [
    'a person enlarges the letters',
    (page, amount) =>
      page.evaluate((size) => {
        document.documentElement.style.fontSize = `${14 + size / 2}px`;
      }, amount),
  ],
  [
    'the last message is edited',
    (_page, amount) =>
      team.bob.api.patch(`/messages/${lastId}`, {
        content: Array(amount + 1)
          .fill('edited')
          .join('\n\n'),
      }),
  ],
  [
    'a message above is edited',
    (_page, amount) =>
      team.bob.api.patch(`/messages/${lastId - 4}`, {
        content: Array(amount + 1)
          .fill('above')
          .join('\n\n'),
      }),
  ],
  [
    'a picture above or at the end gets its size late',
    (page, amount) =>
      page.evaluate((size) => {
        const contents = [...document.querySelectorAll('article[data-message-id] .content')];
        const content = contents.at(size % 2 === 0 ? -1 : -5)!;
        const picture = document.createElement('div');
        picture.style.blockSize = `${size * 25}px`;
        content.append(picture);
      }, amount),
  ],
  [
    'somebody reacts',
    (_page, amount) =>
      amount % 2 === 0
        ? team.bob.api.post(`/messages/${lastId}/reactions`, { emoji_name: 'tada' }).catch(() => undefined)
        : team.bob.api.delete(`/messages/${lastId}/reactions`, { emoji_name: 'tada' }).catch(() => undefined),
  ],
  [
    'messages arrive',
    async (_page, amount) => {
      for (let at = 0; at < amount % 3; at++) lastId = await team.bob.send('design', 'more', topic);
    },
  ],
  [
    'the people panel opens and closes',
    (page) =>
      page
        .getByRole('button', { name: 'People', exact: true })
        .click({ timeout: 2_000 })
        .catch(() => undefined),
  ],
];

describe.skipIf(!executable)('the end of a list stays on view', () => {
  it('through any sequence of changes of sizes', { timeout: 300_000 }, async () => {
    const { page } = await team.openTopic(team.alice, topic);
    await page.getByText('message 40', { exact: true }).waitFor();
    await expect.poll(() => distance(page), soon).toBe(0);
    const steps = fc.sample(fc.tuple(fc.nat(changes.length - 1), fc.nat(9)), { numRuns: 60, seed: 4652 });
    const done: string[] = [];
    for (const [kind, amount] of steps) {
      const [name, apply] = changes[kind]!;
      done.push(`${name} (${amount})`);
      await apply(page, amount);
      await expect
        .poll(() => distance(page), { timeout: 10_000, message: done.slice(-4).join(', then ') })
        .toBeLessThanOrEqual(1);
    }
    // Several at once, as they happen when a phone shows its keyboard while messages arrive.
    for (const amounts of fc.sample(fc.array(fc.nat(9), { minLength: 4, maxLength: 4 }), {
      numRuns: 8,
      seed: 7,
    })) {
      await Promise.all(amounts.map((amount, at) => changes[at === 3 ? 9 : at]![1](page, amount)));
      await expect
        .poll(() => distance(page), { timeout: 10_000, message: String(amounts) })
        .toBeLessThanOrEqual(1);
    }
    await page.context().close();
  });

  it('until the reader scrolls up, and then the reader stays', async () => {
    await team.alice.api.post('/mark_all_as_read');
    const { page } = await team.openTopic(team.alice, topic);
    await page.locator(`article[data-message-id="${lastId}"]`).waitFor();
    await expect.poll(() => distance(page), soon).toBe(0);
    await page.mouse.move(600, 300);
    await page.mouse.wheel(0, -300);
    await expect.poll(() => distance(page), soon).toBeGreaterThan(200);
    const topOf = () =>
      page.evaluate(() => {
        const frame = document.querySelector('.message-scroller')!.getBoundingClientRect();
        const first = [...document.querySelectorAll('article[data-message-id]')].find(
          (each) => each.getBoundingClientRect().bottom > frame.top + 1,
        )!;
        return [
          first.getAttribute('data-message-id'),
          Math.round(first.getBoundingClientRect().top - frame.top),
        ];
      });
    await page.waitForTimeout(500);
    const before = await topOf();
    await team.bob.send('design', 'one more', topic);
    await field(page).fill('a\nb\nc');
    await page.getByRole('button', { name: /new message/ }).waitFor();
    expect(await topOf()).toEqual(before);
    await page.context().close();
  });
});
