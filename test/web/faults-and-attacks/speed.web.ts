import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser, saySkipped, textsOnView } from '../browser.ts';
import { Team } from '../team.ts';

// Verifies that the client's optimizations have no visible effects. `npm run bench -- web` measures its speed.

const executable = findBrowser();
if (!executable) saySkipped('test/web/faults-and-attacks/speed.web.ts');

let team: Team;

beforeAll(async () => {
  if (executable) team = await Team.start(executable);
});

afterAll(() => team?.[Symbol.asyncDispose]());

const fieldOf = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true });
const goToHash = (page: Page, hash: string) =>
  page.evaluate((wanted) => {
    location.hash = wanted;
  }, hash);
const goTo = (page: Page, topic: string) => goToHash(page, new URL(team.topic(topic)).hash);
/** Holds back the registration requests of a page until the returned function is called. */
async function delayRegistration(page: Page): Promise<() => void> {
  const { promise: isAnswered, resolve: answer } = Promise.withResolvers<void>();
  await page.route('**/api/v1/register', async (route) => {
    await isAnswered;
    await route.continue();
  });
  return answer;
}

/** Returns the distance between the visible part of the list and its end, in pixels. */
const distanceToEnd = (page: Page) =>
  page
    .locator('.message-scroller')
    .evaluate((list) => list.scrollHeight - list.scrollTop - list.clientHeight);

describe.skipIf(!executable)('a reader', () => {
  it('sees messages while the registration is pending, and stays at them when it arrives', async () => {
    const { alice, bob } = team;
    for (let at = 1; at <= 40; at++) await bob.send('design', `early ${at}`, 'early');
    await alice.api.post('/mark_all_as_read');
    const unread = await bob.send('design', 'the first unread one', 'early');
    const { page, problems } = await team.signIn(alice);
    const answer = await delayRegistration(page);
    await page.goto('about:blank');
    await page.goto(team.topic('early'));
    await page.getByText('the first unread one').waitFor();
    expect(await page.locator('.unread-line').count()).toBe(1);
    expect(await page.getByRole('navigation', { name: 'Channels' }).count()).toBe(0);
    await bob.send('design', 'written meanwhile', 'early');
    answer();
    await page.getByRole('navigation', { name: 'Channels' }).waitFor();
    await page.getByText('written meanwhile', { exact: true }).waitFor();
    expect(await page.getByRole('heading', { name: /design/ }).textContent()).toContain('#design');
    await expect.poll(() => textsOnView(page)).toContain('the first unread one');
    await expect
      .poll(() => alice.messages([{ operator: 'is', operand: 'unread' }]).then(({ length }) => length))
      .toBe(0);
    expect(await page.locator(`article[data-message-id="${unread}"]`).count()).toBe(1);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('sees the names that the registration contains', async () => {
    const { alice, bob } = team;
    await bob.sendDirect([alice], 'a direct message');
    const { page, problems } = await team.signIn(alice);
    const answer = await delayRegistration(page);
    await page.goto('about:blank');
    await page.goto(team.url('#feed'));
    await page.locator('.message-scroller').getByText('a direct message').waitFor();
    await goToHash(page, `#narrow/dm/${bob.userId}-bob`);
    await page.locator('.message-scroller').getByText('a direct message').waitFor();
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('…');
    await goToHash(page, '#feed');
    await page.locator('.recipient-bar').last().waitFor();
    answer();
    await page.locator('.recipient-bar').last().getByText('bob').waitFor();
    await goToHash(page, `#narrow/dm/${bob.userId}-bob`);
    await page.getByRole('heading', { level: 1, name: 'bob' }).waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('does not begin at a read message that was edited', async () => {
    const { alice, bob } = team;
    await alice.api.post('/mark_all_as_read');
    const id = await bob.send('design', 'a mesage', 'corrected');
    const { page, problems } = await team.openTopic(alice, 'corrected');
    const unread = () => alice.messages([{ operator: 'is', operand: 'unread' }]).then(({ length }) => length);
    await expect.poll(unread).toBe(0);
    await bob.api.patch(`/messages/${id}`, { content: 'a message' });
    await page.locator('.message-scroller').getByText('a message').waitFor();
    await goTo(page, 'elsewhere');
    await page.getByText('No messages yet').waitFor();
    await goTo(page, 'corrected');
    await page.locator('.message-scroller').getByText('a message').waitFor();
    expect(await page.locator('.unread-line').count()).toBe(0);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('finds the current state of a conversation on return, without reading it again', async () => {
    const { alice, bob } = team;
    for (let at = 1; at <= 50; at++) await bob.send('design', `kept ${at}`, 'kept');
    await bob.send('design', 'another', 'other');
    await alice.api.post('/mark_all_as_read');
    const { page, problems } = await team.openTopic(alice, 'kept');
    await page.getByText('kept 50', { exact: true }).waitFor();
    await goTo(page, 'other');
    await page.getByText('another').waitFor();
    await expect.poll(() => page.getByText('kept 50', { exact: true }).count()).toBe(0);
    const reads: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/v1/messages?')) reads.push(request.url());
    });
    await bob.send('design', 'kept 51', 'kept');
    await page.getByRole('link', { name: 'kept', exact: true }).first().waitFor();
    await goTo(page, 'kept');
    await page.getByText('kept 51', { exact: true }).waitFor();
    expect(await page.locator('.message-scroller').count()).toBe(1);
    expect(await page.locator('.unread-line').count()).toBe(1);
    await expect.poll(() => distanceToEnd(page)).toBeLessThan(2);
    await bob.send('design', 'kept 52', 'kept');
    await page.getByText('kept 52', { exact: true }).waitFor();
    await expect.poll(() => distanceToEnd(page)).toBeLessThan(2);
    expect(reads).toEqual([]);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('sees the first message after all earlier ones were deleted', async () => {
    const { alice, bob } = team;
    const old = await alice.send('design', 'the only one', 'emptied');
    const { page, problems } = await team.openTopic(bob, 'emptied');
    const region = page.getByRole('region', { name: 'Messages' });
    await region.getByText('the only one').waitFor();
    await team.owner.api.delete(`/messages/${old}`);
    await expect.poll(() => region.getByRole('article').count()).toBe(0);
    await alice.send('design', 'the next one', 'emptied');
    await region.getByText('the next one').waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('marks messages as read again when the reader returns after marking them as unread', async () => {
    const { alice, bob } = team;
    await alice.api.post('/mark_all_as_read');
    for (let at = 1; at <= 3; at++) await bob.send('design', `again ${at}`, 'again');
    const unread = () => alice.messages([{ operator: 'is', operand: 'unread' }]).then(({ length }) => length);
    const { page, problems } = await team.openTopic(alice, 'again');
    await expect.poll(unread).toBe(0);
    await page.getByRole('article').filter({ hasText: 'again 2' }).hover();
    await page
      .getByRole('article')
      .filter({ hasText: 'again 2' })
      .getByRole('button', { name: 'More actions' })
      .click();
    await page.getByRole('menuitem', { name: 'Mark as unread from here' }).click();
    await expect.poll(unread).toBe(2);
    await goTo(page, 'elsewhere');
    await page.getByText('No messages yet').waitFor();
    await goTo(page, 'again');
    await page.getByText('again 3').waitFor();
    await expect.poll(unread).toBe(0);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('closes open menus and clears the selection when another conversation is shown', async () => {
    const { alice, bob } = team;
    const ids: number[] = [];
    for (let at = 1; at <= 3; at++) ids.push(await bob.send('design', `layer ${at}`, 'layers'));
    const { page, problems } = await team.openTopic(alice, 'elsewhere');
    await goTo(page, 'layers');
    const first = page.getByRole('article').filter({ hasText: 'layer 1' });
    for (const [entry, role] of [
      [undefined, 'menu'],
      ['Remind me', 'dialog'],
    ] as const) {
      await first.hover();
      await first.getByRole('button', { name: 'More actions' }).click();
      if (entry) await page.getByRole('menuitem', { name: entry }).click();
      await page.getByRole(role).waitFor();
      await goTo(page, 'elsewhere');
      await page.getByText('No messages yet').waitFor();
      await expect.poll(() => page.locator('[role=menu], [role=dialog]').count()).toBe(0);
      await goTo(page, 'layers');
      await first.waitFor();
      expect(await page.locator('[role=menu], [role=dialog]').count()).toBe(0);
    }
    await first.locator('.content').click();
    await page.keyboard.press('j');
    await page.keyboard.press('Home');
    await page.locator(`article.is-selected[data-message-id="${ids[0]}"]`).waitFor();
    await goTo(page, 'elsewhere');
    await page.getByText('No messages yet').waitFor();
    await goTo(page, 'layers');
    await first.waitFor();
    await expect.poll(() => page.locator('article.is-selected').count()).toBe(0);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('keeps the unsent text of each conversation', async () => {
    const { page, problems } = await team.openTopic(team.alice, 'first');
    await fieldOf(page).fill('for the first');
    await goTo(page, 'second');
    await expect.poll(() => fieldOf(page).inputValue()).toBe('');
    expect(await page.getByRole('combobox', { name: 'Topic' }).inputValue()).toBe('second');
    await fieldOf(page).fill('for the second');
    await goTo(page, 'first');
    await expect.poll(() => fieldOf(page).inputValue()).toBe('for the first');
    await goTo(page, 'second');
    await expect.poll(() => fieldOf(page).inputValue()).toBe('for the second');
    await fieldOf(page).fill('');
    await goTo(page, 'first');
    await fieldOf(page).fill('');
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('scrolls through all messages in order, and the visible ones stay while older ones are read', async () => {
    const { alice, bob } = team;
    const count = 160;
    for (let at = 1; at <= count; at++) {
      await bob.send('design', at % 7 === 0 ? `number ${at}\n\n- a\n- b\n- c` : `number ${at}`, 'all');
    }
    await alice.api.post('/mark_all_as_read');
    const { page, problems } = await team.openTopic(alice, 'all');
    await page.getByText(`number ${count}`, { exact: true }).waitFor();
    await page.locator('.message-scroller').hover();
    const visibleNumbers = () =>
      page.locator('.message-scroller').evaluate((list) => {
        const { top, bottom } = list.getBoundingClientRect();
        return [...list.querySelectorAll('article')]
          .filter((each) => {
            const box = each.getBoundingClientRect();
            return box.bottom > top && box.top < bottom;
          })
          .map((each) => Number(/number (\d+)/.exec(each.textContent ?? '')?.[1]));
      });
    let before = await visibleNumbers();
    const seen = new Set(before);
    for (let step = 0; step < 300 && !seen.has(1); step++) {
      await page.mouse.wheel(0, -250);
      await page.waitForTimeout(60);
      const visible = await visibleNumbers();
      // Adjacent rows are consecutive messages, so that scrolling skips none.
      for (const [index, at] of visible.entries()) if (index > 0) expect(at).toBe(visible[index - 1]! + 1);
      expect(visible.at(-1)!).toBeGreaterThanOrEqual(before[0]! - 1);
      for (const at of visible) seen.add(at);
      before = visible;
    }
    expect(seen.size).toBe(count);
    await page
      .getByText(/^This is the (?:beginning|start)/)
      .first()
      .waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
