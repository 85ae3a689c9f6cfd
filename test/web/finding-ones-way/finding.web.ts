import type { Person } from '@parley/test-kit';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser, saySkipped, soon } from '../browser.ts';
import { Team } from '../team.ts';

const executable = findBrowser();
if (!executable) saySkipped('test/web/finding-ones-way/finding.web.ts');

let team: Team;
let alice: Person;
let bob: Person;

beforeAll(async () => {
  if (!executable) return;
  team = await Team.start(executable);
  ({ alice, bob } = team);
  await alice.subscribe(['engineering'], [alice, bob]);
  for (let n = 1; n <= 150; n++) await bob.send('design', `message ${n}\n\nof many`, 'long');
  await bob.send('design', 'a short one', 'logo');
});

afterAll(() => team?.[Symbol.asyncDispose]());

async function open(person: Person, name: string, options: BrowserContextOptions = {}): Promise<Page> {
  const { page } = await team.signIn(person, options);
  await page.goto(team.topic(name));
  await page.getByRole('article').first().waitFor();
  return page;
}

/** Returns the text of the message at the upper edge of the list. */
const uppermost = (page: Page): Promise<string> =>
  page.locator('.message-scroller').evaluate((scroller) => {
    const { top } = scroller.getBoundingClientRect();
    const all = [...scroller.querySelectorAll<HTMLElement>('article')];
    const first = all.find((each) => each.getBoundingClientRect().bottom > top + 1);
    return first?.querySelector('.content')?.textContent ?? '';
  });

async function scrollUp(page: Page, pixels: number): Promise<void> {
  await page.locator('.message-scroller').hover();
  for (let done = 0; done < pixels; done += 600) {
    await page.mouse.wheel(0, -600);
    await page.waitForTimeout(80);
  }
  await page.waitForTimeout(500);
}

describe.skipIf(!executable)('a reader who is far up', () => {
  it('returns to the same message after visiting another conversation', async () => {
    await alice.api.post('/mark_all_as_read');
    const page = await open(alice, 'long');
    await scrollUp(page, 3_000);
    const before = await uppermost(page);
    expect(before).not.toContain('message 150');
    await page.getByRole('link', { name: 'logo' }).first().click();
    await page.getByText('a short one').waitFor();
    await page.goBack();
    await page.getByRole('article').first().waitFor();
    await expect.poll(() => uppermost(page), soon).toBe(before);
    await page.context().close();
  });

  it('stays there when the event queue is lost and the messages are read again', async () => {
    const page = await open(alice, 'long');
    await scrollUp(page, 6_000);
    const before = await uppermost(page);
    const registered = page.waitForResponse((response) => response.url().endsWith('/api/v1/register'));
    const read = page.waitForResponse((response) => response.url().includes('/api/v1/messages?'));
    await alice.api.delete('/event_queues');
    await registered;
    await read;
    await page.waitForTimeout(1_000);
    expect(await uppermost(page)).toBe(before);
    // Messages that arrived in the meantime are at the end.
    await bob.send('design', 'a new one', 'long');
    await page.getByRole('button', { name: 'Jump to the newest message' }).click();
    await page.getByText('a new one').waitFor();
    await page.context().close();
  });
});

describe.skipIf(!executable)('the line of unread messages', () => {
  it('is not above the reader’s own message', async () => {
    const own = await alice.send('design', 'mine', 'line');
    await bob.send('design', 'not mine', 'line');
    await alice.api.post('/messages/flags', { messages: [own], op: 'remove', flag: 'read' });
    const page = await open(alice, 'line');
    await page.locator('.unread-line').waitFor();
    const order = await page
      .locator('.unread-line, .content')
      .evaluateAll((all) => all.map((each) => each.textContent));
    expect(order).toEqual(['mine', 'New', 'not mine']);
    await page.context().close();
  });
});

describe.skipIf(!executable)('the palette', () => {
  it('finds channels, topics, people and commands as one types, and opens or runs what is chosen', async () => {
    const page = await open(alice, 'logo');
    const choose = async (text: string, option: string | RegExp) => {
      await page.keyboard.press('Control+k');
      const field = page.getByRole('combobox', { name: 'Search' });
      await field.fill(text);
      await page.getByRole('option', { name: option }).first().waitFor();
      await page.keyboard.press('Enter');
      await field.waitFor({ state: 'detached' });
    };
    await choose('engin', /engineering/);
    await expect.poll(() => page.url(), soon).toContain('engineering');
    await choose('bo', /^bob/);
    await expect.poll(() => page.url(), soon).toContain('narrow/dm/');
    await choose('logo', /logo/);
    await expect.poll(() => page.url(), soon).toContain('topic/logo');
    await choose('dark', 'Dark');
    await page.locator('html[data-theme="dark"]').waitFor();
    await choose('set status', 'Set status');
    await page.getByRole('button', { name: 'In a meeting' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'You: alice In a meeting' }).waitFor();
    await page.context().close();
  });
});

describe.skipIf(!executable)('the keyboard shortcuts of Zulip', () => {
  it('open the menu, the card of a sender and the actions of a message, add a reaction, begin answers, and change the channel', async () => {
    const page = await open(alice, 'logo');
    await page.keyboard.press('g');
    await page.getByRole('menuitem', { name: 'Log out' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
    await page.keyboard.press('j');
    await page.keyboard.press('u');
    await page.getByRole('dialog', { name: 'bob' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'bob' }).waitFor({ state: 'detached' });
    await page.keyboard.press('i');
    await page.getByRole('menuitem', { name: 'Quote and reply' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
    await page.keyboard.press('+');
    await page.getByRole('button', { name: 'You reacted with +1' }).waitFor();
    await page.keyboard.press('@');
    const field = page.getByRole('textbox', { name: 'Message', exact: true });
    await expect.poll(() => field.inputValue(), soon).toBe('@**bob** ');
    await field.fill('');
    await page.keyboard.press('Escape');
    await page.keyboard.press('D');
    await expect.poll(() => page.url(), soon).toContain('engineering');
    await page.keyboard.press('w');
    await expect
      .poll(() => page.evaluate('document.activeElement.getAttribute("aria-label")'), soon)
      .toBe('Search people');
    await page.context().close();
  });
});

describe.skipIf(!executable)('names in messages', () => {
  it('open cards of people and of groups with their members', async () => {
    await alice.api.post('/user_groups/create', {
      name: 'painters',
      description: 'They paint',
      members: [alice.userId, bob.userId],
    });
    await team.network.caughtUp();
    await bob.send('design', 'Ask @**alice** or @*painters*', 'names');
    const page = await open(alice, 'names');
    await page.getByRole('button', { name: '@alice' }).click();
    await page.getByRole('dialog', { name: 'alice' }).getByText(alice.email).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: '@painters' }).focus();
    await page.keyboard.press('Enter');
    const card = page.getByRole('dialog', { name: 'painters' });
    await card.getByText('They paint').waitFor();
    await card.getByRole('button', { name: 'bob' }).click();
    await page.getByRole('dialog', { name: 'bob' }).waitFor();
    await page.context().close();
  });
});

describe.skipIf(!executable)('the width of the navigation', () => {
  it('changes with the arrow keys and stays after a reload', async () => {
    const page = await open(alice, 'logo');
    const edge = page.getByRole('separator', { name: 'Width of the navigation' });
    const width = () => page.locator('.sidebar').evaluate((element) => element.clientWidth);
    const before = await width();
    await edge.focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect.poll(width, soon).toBe(before + 32);
    await page.keyboard.press('End');
    await expect.poll(() => edge.getAttribute('aria-valuenow'), soon).toBe('400');
    await page.reload();
    await expect.poll(() => edge.getAttribute('aria-valuenow'), soon).toBe('400');
    await page.context().close();
  });
});

describe.skipIf(!executable)('a phone', () => {
  it('navigates back on a swipe', async () => {
    const page = await open(alice, 'logo', { viewport: { width: 390, height: 800 }, hasTouch: true });
    await page.goto(team.url('#channels'));
    await page.getByRole('navigation', { name: 'Channels' }).waitFor();
    await page.goto(team.topic('logo'));
    await page.getByText('a short one').waitFor();
    const devtools = await page.context().newCDPSession(page);
    // Sends the touch events with timestamps 150 ms apart, as a finger would, however slow the machine is.
    const began = Date.now() / 1000;
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x: number) =>
      devtools.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: type === 'touchEnd' ? [] : [{ x, y: 300 }],
        timestamp: began + (type === 'touchEnd' ? 150 : x / 2) / 1000,
      });
    await touch('touchStart', 60);
    await touch('touchMove', 150);
    await touch('touchMove', 260);
    await touch('touchEnd', 260);
    await expect.poll(() => page.url(), soon).toContain('#channels');
    await page.context().close();
  });
});
