/// <reference lib="dom" />
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser, saySkipped, soon } from '../browser.ts';
import { Team } from '../team.ts';

// Messages under fingers: long press, swipe, and the room that a phone has for them. On a desktop: right click, and faces.

const executable = findBrowser();
if (!executable) saySkipped('test/web/looks/fingers.web.ts');

let team: Team;

beforeAll(async () => {
  if (executable) team = await Team.start(executable);
});

afterAll(() => team?.[Symbol.asyncDispose]());

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** Touches the middle of a message: rests for `holdMs`, or moves by `by` pixels sideways. */
async function touch(page: Page, text: string, { holdMs = 0, by = 0 }): Promise<void> {
  const box = (await page.getByText(text, { exact: true }).boundingBox())!;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const session = await page.context().newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', at: number) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x: at, y }],
    });
  // Swipes are sent at once: on a busy machine, waiting for each step would make a long press of them.
  const started = send('touchStart', x);
  if (holdMs > 0) await page.waitForTimeout(holdMs);
  const moved = by === 0 ? [] : [1, 2, 3].map((step) => send('touchMove', x + (by * step) / 3));
  await Promise.all([started, ...moved, send('touchEnd', x + by)]);
}

/** Returns where something ends in the line. */
async function endOf(locator: Locator): Promise<number> {
  const { x, width } = (await locator.boundingBox())!;
  return x + width;
}

/** Returns what of this is shown and lower than `px` pixels, or narrower, with its size. */
const smaller = (page: Page, selector: string, px: number) =>
  page.locator(selector).evaluateAll(
    (all, least) =>
      all
        .filter((each) => each.checkVisibility())
        .map((each) => ({ each, box: each.getBoundingClientRect() }))
        .filter(({ box }) => box.height < least || box.width < least)
        .map(({ each, box }) => `${each.ariaLabel ?? each.textContent}: ${box.width} × ${box.height}`),
    px,
  );

const sheet = (page: Page) => page.getByRole('dialog', { name: 'bob' });

it.skipIf(!executable)(
  'on a phone, a row of the inbox is marked as read by a swipe, which is undone',
  async () => {
    await team.bob.send('design', 'swipe this row', 'swiped');
    const { page, problems } = await team.signIn(team.alice, phone);
    await page.goto(team.url('#inbox'));
    await page.getByText('bob: swipe this row').waitFor();
    await touch(page, 'bob: swipe this row', { by: -120 });
    await page.getByText('bob: swipe this row').waitFor({ state: 'detached' });
    expect(page.url()).toContain('#inbox');
    await page.getByRole('button', { name: 'Undo' }).tap();
    await page.getByText('bob: swipe this row').waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  },
);

describe.skipIf(!executable)('on a phone, a message', () => {
  it('shows six emoji and its actions after a long press', async () => {
    const id = await team.bob.send('design', 'press me', 'pressing');
    const { page, problems } = await team.openTopic(team.alice, 'pressing', phone);
    await page.getByText('press me').waitFor();
    await touch(page, 'press me', { holdMs: 700 });
    await sheet(page).waitFor();
    const emoji = sheet(page).getByRole('group', { name: 'React' }).getByRole('button');
    expect(await emoji.count()).toBe(6);
    await emoji.first().tap();
    await sheet(page).waitFor({ state: 'detached' });
    const reactions = async () => (await team.bob.api.get(`/messages/${id}`)).message.reactions;
    await expect.poll(reactions, soon).toMatchObject([{ emoji_name: '+1' }]);
    // The same emoji again takes the reaction back.
    await touch(page, 'press me', { holdMs: 700 });
    await emoji.first().tap();
    await expect.poll(reactions, soon).toEqual([]);
    // An action that opens a dialog, and the emoji picker.
    await touch(page, 'press me', { holdMs: 700 });
    await sheet(page).getByRole('button', { name: 'Read receipts' }).tap();
    await page.getByRole('dialog', { name: 'Read receipts' }).waitFor();
    await page.keyboard.press('Escape');
    await touch(page, 'press me', { holdMs: 700 });
    await sheet(page).getByRole('button', { name: 'React', exact: true }).tap();
    await page.getByRole('dialog').getByRole('textbox').waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('copies its code from the sheet, and no button hides the code', async () => {
    await team.bob.send('design', '```js\nconst one = 1;\nconst two = 2;\n```\nthe code', 'coding');
    const { page } = await team.signIn(team.alice, {
      ...phone,
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await page.goto(team.topic('coding'));
    await page.getByText('the code').waitFor();
    expect(await page.locator('.copy-code:visible').count()).toBe(0);
    await touch(page, 'the code', { holdMs: 700 });
    await sheet(page).getByRole('button', { name: 'Copy code' }).tap();
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()), soon)
      .toBe('const one = 1;\nconst two = 2;');
    await page.context().close();
  });

  it('is quoted when it is swiped to the left, and the way back is a swipe to the right', async () => {
    await team.bob.send('design', 'swipe me', 'swiping');
    const { page } = await team.signIn(team.alice, phone);
    await page.goto(team.url('#inbox'));
    await page.goto(team.topic('swiping'));
    await page.getByText('swipe me').waitFor();
    await touch(page, 'swipe me', { by: -36 });
    const field = page.getByRole('textbox', { name: 'Message', exact: true });
    await page.waitForTimeout(300);
    expect(await field.inputValue()).toBe('');
    await touch(page, 'swipe me', { by: -90 });
    await expect.poll(() => field.inputValue(), soon).toContain('swipe me');
    expect(await page.locator('.is-swiped').count()).toBe(0);
    await field.fill('');
    await touch(page, 'swipe me', { by: 120 });
    await page.getByRole('heading', { name: 'Inbox' }).waitFor();
    await page.context().close();
  });

  it('has the room: the main views are beside lists only', async () => {
    await team.bob.send('design', 'roomy', 'rooms');
    const { page } = await team.signIn(team.alice, phone);
    await page.goto(team.url('#inbox'));
    await page.getByRole('navigation', { name: 'Main views' }).waitFor();
    await page.goto(team.topic('rooms'));
    await page.getByText('roomy').waitFor();
    expect(await page.getByRole('navigation', { name: 'Main views' }).count()).toBe(0);
    // The feed is such a list.
    await page.goto(team.url('#feed'));
    await page.getByRole('navigation', { name: 'Main views' }).waitFor();
    await page.goto(team.topic('rooms'));
    await page.getByText('roomy').waitFor();
    // The box is one row until somebody writes, and grows with what is written.
    const box = page.getByRole('group', { name: 'Compose' });
    const heightOf = async (place: Locator) => (await place.boundingBox())!.height;
    const field = page.getByRole('textbox', { name: 'Message', exact: true });
    expect(await heightOf(box)).toBeLessThan(56);
    expect(await heightOf(page.locator('.message-scroller:visible'))).toBeGreaterThan(700);
    await page.getByRole('button', { name: 'Attach files' }).focus();
    expect(await heightOf(box)).toBeLessThan(56);
    await field.tap();
    await page.getByRole('button', { name: 'Formatting', exact: true }).waitFor();
    const opened = await heightOf(box);
    await field.fill('one\ntwo\nthree\nfour');
    expect(await heightOf(box)).toBeGreaterThan(opened + 30);
    // A text keeps the box open; without one, it becomes a row again.
    await page.getByText('roomy').tap();
    await page.getByRole('button', { name: 'Formatting', exact: true }).waitFor();
    await field.fill('');
    await page.getByText('roomy').tap();
    await expect.poll(() => heightOf(box), soon).toBeLessThan(56);
    await page.getByRole('button', { name: 'Back' }).tap();
    await page.getByRole('navigation', { name: 'Main views' }).waitFor();
    await page.context().close();
  });
});

describe.skipIf(!executable)('on a phone, what one writes', () => {
  it('leaves a message as any other when an edit of it ends', async () => {
    await team.alice.send('design', 'a tpyo', 'mending');
    const { page, problems } = await team.openTopic(team.alice, 'mending', phone);
    await page.getByText('a tpyo', { exact: true }).waitFor();
    await touch(page, 'a tpyo', { holdMs: 700 });
    await page
      .getByRole('dialog', { name: 'alice' })
      .getByRole('button', { name: 'Edit', exact: true })
      .tap();
    await page.getByRole('article').getByRole('textbox').fill('a typo');
    await page.getByRole('button', { name: 'Save', exact: true }).tap();
    await page.getByText('a typo', { exact: true }).waitFor();
    await expect.poll(() => page.locator('article.is-selected, article:focus-within').count(), soon).toBe(0);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('has the room above the keyboard, without the main views', async () => {
    const { page, problems } = await team.signIn(team.alice, phone);
    await page.goto(team.url('#inbox'));
    const views = page.getByRole('navigation', { name: 'Main views' });
    await page.getByRole('button', { name: 'New message' }).tap();
    await page.getByRole('textbox', { name: 'Message', exact: true }).tap();
    expect(await views.count()).toBe(1);
    // Most browsers make the window as low as the keyboard leaves it.
    await page.setViewportSize({ width: 390, height: 450 });
    await expect.poll(() => views.count(), soon).toBe(0);
    const send = page.getByRole('button', { name: 'Send', exact: true });
    const endOfBox = async () => {
      const { y, height } = (await send.boundingBox())!;
      return y + height;
    };
    await expect.poll(endOfBox, soon).toBeLessThanOrEqual(450);
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await expect.poll(() => views.count(), soon).toBe(1);
    // Safari lays the keyboard over the window, and says how much is in view.
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('textbox', { name: 'Message', exact: true }).tap();
    await page.evaluate(() => {
      Object.defineProperty(visualViewport, 'height', { value: 500, configurable: true });
      visualViewport!.dispatchEvent(new Event('resize'));
    });
    await expect.poll(endOfBox, soon).toBeLessThanOrEqual(500);
    expect(await views.count()).toBe(0);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('is not left by a swipe along its formats, which scroll', async () => {
    await team.bob.send('design', 'formatted', 'formats');
    const { page } = await team.openTopic(team.alice, 'formats', phone);
    await page.getByRole('textbox', { name: 'Message', exact: true }).tap();
    await page.getByRole('button', { name: 'Formatting', exact: true }).tap();
    const bar = page.getByRole('group', { name: 'Formatting', exact: true });
    await bar.waitFor();
    const { x, y, height } = (await bar.boundingBox())!;
    const session = await page.context().newCDPSession(page);
    const at = (type: 'touchStart' | 'touchMove' | 'touchEnd', to: number) =>
      session.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: type === 'touchEnd' ? [] : [{ x: x + to, y: y + height / 2 }],
      });
    await Promise.all([
      at('touchStart', 40),
      at('touchMove', 120),
      at('touchMove', 240),
      at('touchEnd', 240),
    ]);
    await page.waitForTimeout(300);
    await bar.waitFor();
    expect(page.url()).toContain('formats');
    await page.context().close();
  });
});

describe.skipIf(!executable)('on a phone, the day of the messages', () => {
  it('is said while fingers scroll, and covers nothing otherwise', async () => {
    for (let each = 0; each < 40; each++) await team.alice.send('design', `line ${each}`, 'days');
    const { page } = await team.openTopic(team.alice, 'days', phone);
    await page.getByText('line 39', { exact: true }).waitFor();
    const day = page.locator('.day-pill');
    await day.waitFor({ state: 'attached' });
    const opacity = () => day.evaluate((element) => Number(getComputedStyle(element).opacity));
    expect(await opacity()).toBe(0);
    const session = await page.context().newCDPSession(page);
    const finger = (type: 'touchStart' | 'touchMove' | 'touchEnd', y: number) =>
      session.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: type === 'touchEnd' ? [] : [{ x: 200, y }],
      });
    const scroller = page.locator('.message-scroller:visible');
    const scroll = (by: number) => scroller.evaluate((element, px) => element.scrollBy(0, px), by);
    await scroll(-40);
    await page.waitForTimeout(300);
    expect(await opacity()).toBe(0);
    await finger('touchStart', 300);
    let y = 320;
    const whileScrolled = async () => {
      y += 1;
      await finger('touchMove', y);
      await scroll(y % 2 === 0 ? 4 : -4);
      return opacity();
    };
    await expect.poll(whileScrolled, soon).toBeGreaterThan(0.9);
    await finger('touchEnd', y);
    await expect.poll(opacity, soon).toBe(0);
    await page.context().close();
  });
});

describe.skipIf(!executable)('on a phone, the frame', () => {
  it('is the same around all parts of a channel, and says where each list belongs', async () => {
    await team.bob.send('design', 'framed', 'frames');
    const { page, problems } = await team.signIn(team.alice, phone);
    const views = page.getByRole('navigation', { name: 'Main views' });
    await page.goto(team.url(`#topics/channel/${team.design}`));
    const parts = page.getByRole('navigation', { name: 'Parts of the channel' });
    for (const part of ['Files', 'Links', 'Messages', 'Topics']) {
      await parts.getByRole('link', { name: part, exact: true }).tap();
      await parts.locator('[aria-current="page"]', { hasText: part }).waitFor();
      expect([part, await views.count()]).toEqual([part, 0]);
      const begins = page.getByRole('button', { name: 'New topic in #design' });
      await expect.poll(() => begins.count(), soon).toBe(['Messages', 'Topics'].includes(part) ? 1 : 0);
    }
    // What the list of channels leads to belongs to the channels.
    for (const view of [
      'feed',
      'recent',
      'narrow/is/mentioned',
      'narrow/is/starred',
      'drafts',
      'scheduled',
      'channels/all',
    ]) {
      await page.goto(team.url('#inbox'));
      await page.getByRole('heading', { name: 'Inbox' }).waitFor();
      await page.goto(team.url(`#${view}`));
      await views.waitFor();
      await expect
        .poll(async () => [view, ...(await views.locator('[aria-current]').allInnerTexts())], soon)
        .toEqual([view, 'Channels']);
      await page.locator('.view-head .is-back, .view-head .go-back').first().tap();
      await page.getByRole('heading', { name: 'Inbox' }).waitFor();
    }
    // Settings are not a part of any main view.
    await page.goto(team.url('#settings'));
    await page.locator('.view-head .is-back').first().waitFor();
    expect(await views.count()).toBe(0);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('names the view in the head of the channels, whose rows have no buttons for pointers', async () => {
    const { page, problems } = await team.signIn(team.alice, phone);
    // Away from the rows: the mouse rests where it pressed the button that logs in.
    await page.mouse.move(0, 0);
    await page.goto(team.url('#channels'));
    await page.getByRole('heading', { level: 1, name: 'Channels' }).waitFor();
    const row = page.getByRole('navigation', { name: 'Channels' }).getByRole('link', { name: 'design' });
    // A finger that rests on a row and then scrolls does not bring the buttons that a mouse brings.
    const enter = (pointerType: string) =>
      row.evaluate(
        (link, type) =>
          link.closest('.nav-row')?.dispatchEvent(new PointerEvent('pointerenter', { pointerType: type })),
        pointerType,
      );
    await enter('touch');
    expect(await page.locator('.row-actions').count()).toBe(0);
    await enter('mouse');
    await expect.poll(() => page.locator('.row-actions').count(), soon).toBeGreaterThan(0);
    await enter('touch');
    await expect.poll(() => page.locator('.row-actions').count(), soon).toBe(0);
    expect(await smaller(page, '.sidebar :is(.nav-row > a, .organization button, .own-button)', 40)).toEqual(
      [],
    );
    await page.goto(team.url('#direct'));
    await page.getByRole('heading', { level: 1, name: 'Direct messages' }).waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('has a single way back on a page of a list, which leads to the list', async () => {
    const { page, problems } = await team.signIn(team.owner, phone);
    await page.goto(team.url('#organization/groups'));
    await page.getByRole('link', { name: /^Owners/ }).tap();
    await page.getByRole('link', { name: 'All groups' }).waitFor();
    expect(await page.getByRole('main').locator('a[href="#organization/groups"]').count()).toBe(1);
    await page.getByRole('link', { name: 'All groups' }).tap();
    await page.getByRole('link', { name: /^Owners/ }).waitFor();
    await page.getByRole('link', { name: 'Back to the list of sections' }).tap();
    await page.getByRole('heading', { level: 1, name: 'Organization' }).waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('has one menu in the title of a topic, beside what leads to the channel', async () => {
    await team.bob.send('design', 'titled', 'one menu');
    const { page, problems } = await team.openTopic(team.alice, 'one menu', phone);
    await page.getByText('titled', { exact: true }).waitFor();
    const title = page.getByRole('heading', { level: 1 });
    expect(await title.getByRole('button').count()).toBe(1);
    await title.getByRole('button', { name: 'Topic actions' }).tap();
    await page.getByRole('menuitem', { name: 'Copy link' }).waitFor();
    await page.keyboard.press('Escape');
    // The name of the topic is a part of the same target.
    const { x, y, width, height } = (await title.getByText('one menu').boundingBox())!;
    await page.touchscreen.tap(x + width / 2, y + height / 2);
    await page.getByRole('button', { name: 'Channel actions' }).waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('has targets as large as fingers need; on a desktop, rows are as low as before', async () => {
    const id = await team.bob.send('design', 'sized', 'sizes of targets');
    await team.bob.api.post(`/messages/${id}/reactions`, { emoji_name: '+1' });
    await team.bob.send('design', 'zebra crossing', 'sizes of targets');
    const { page } = await team.openTopic(team.alice, 'sizes of targets', phone);
    await page.locator('.reaction').waitFor();
    expect(await smaller(page, '.view-head :is(a, button), .reaction', 36)).toEqual([]);
    await page.goto(team.url(`#topics/channel/${team.design}`));
    await page.locator('.list-tools').waitFor();
    expect(await smaller(page, '.view-head :is(a, button), .list-tools :is(button, select)', 36)).toEqual([]);
    await page.goto(team.url('#narrow/search/zebra'));
    await page.getByRole('tab', { name: /Messages/ }).waitFor();
    expect(await smaller(page, '.results-bar button:not(.button)', 36)).toEqual([]);
    expect(await smaller(page, '.results-bar .button', 36)).toEqual([]);
    await page.goto(team.url('#channels/all'));
    await page.getByRole('link', { name: 'Create channel' }).waitFor();
    expect(await smaller(page, '.view-head .button, .toolbar :is(input, select)', 40)).toEqual([]);
    expect(await smaller(page, '.tabs a', 36)).toEqual([]);
    await page.context().close();
    const desktop = await team.openTopic(team.alice, 'sizes of targets');
    await desktop.page.locator('.reaction').waitFor();
    expect((await desktop.page.locator('.reaction').boundingBox())!.height).toBe(24);
    await desktop.page.context().close();
  });

  it('has rows that are targets as a whole: votes, tasks and switches', async () => {
    await team.bob.send('design', '/poll Lunch\nPizza\nPasta', 'rows');
    await team.bob.send('design', '/todo Shopping\nBread', 'rows');
    const { page, problems } = await team.openTopic(team.alice, 'rows', phone);
    /** Taps a row at a share of its width. */
    const tapRow = async (row: Locator, share: number) => {
      // Rows are drawn anew when their message changes.
      const place = async () => {
        await row.scrollIntoViewIfNeeded();
        return await row.boundingBox();
      };
      let box: Awaited<ReturnType<typeof place>> = null;
      await expect.poll(async () => (box = await place().catch(() => null)), soon).not.toBeNull();
      const { x, y, width, height } = box!;
      await page.touchscreen.tap(x + width * share, y + height / 2);
    };
    const vote = page.getByRole('button', { name: /Pizza/ });
    await vote.waitFor();
    await tapRow(page.getByRole('listitem').filter({ hasText: 'Pizza' }), 0.6);
    await expect.poll(() => vote.getAttribute('aria-pressed'), soon).toBe('true');
    await tapRow(page.getByRole('listitem').filter({ hasText: 'Bread' }), 0.8);
    await expect.poll(() => page.getByRole('checkbox', { name: 'Bread' }).isChecked(), soon).toBe(true);
    expect(await smaller(page, '.poll-options > li, .todo-tasks label', 40)).toEqual([]);
    await page.goto(team.url('#settings/preferences'));
    const row = page.locator('.setting.is-toggle').first();
    const isOn = () => row.getByRole('checkbox').isChecked();
    const before = await isOn();
    await tapRow(row, 0.02);
    await expect.poll(isOn, soon).toBe(!before);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('has one button that begins a message to anyone, on lists only, where it covers nothing', async () => {
    const { page, problems } = await team.signIn(team.alice, phone);
    const button = page.getByRole('button', { name: 'New message' });
    const views = page.getByRole('navigation', { name: 'Main views' });
    for (const view of ['recent', 'channels', 'direct', 'search', 'inbox']) {
      await page.goto(team.url(`#${view}`));
      await expect.poll(() => button.count(), soon).toBe(1);
      const [inner, outer] = [(await button.boundingBox())!, (await views.boundingBox())!];
      expect([view, inner.y >= outer.y, inner.y + inner.height <= outer.y + outer.height]).toEqual([
        view,
        true,
        true,
      ]);
      const end = Math.max(
        ...(await Promise.all((await views.getByRole('link').all()).map(async (link) => endOf(link)))),
      );
      expect([view, inner.x >= end]).toEqual([view, true]);
    }
    await button.tap();
    await expect.poll(() => page.evaluate(() => document.activeElement?.id), soon).toBe('compose-to');
    expect(await button.count()).toBe(0);
    await page.goto(team.topic('frames'));
    await page.getByText('framed').waitFor();
    expect(await button.count()).toBe(0);
    expect(problems).toEqual([]);
    await page.context().close();
  });
});

describe.skipIf(!executable)('the recipients of the open conversation', () => {
  it.each([
    ['a pointer', {}, (button: Locator) => button.click()],
    ['a finger', phone, (button: Locator) => button.tap()],
  ] as const)('are shown and changed by %s', async (name, options, press) => {
    const topic = name.replace('a ', '');
    await team.alice.subscribe([`other by ${topic}`], [team.alice, team.bob]);
    await team.bob.send('design', 'where to?', topic);
    const { page, problems } = await team.openTopic(team.alice, topic, options);
    const box = page.getByRole('group', { name: 'Compose' });
    const text = page.getByRole('textbox', { name: 'Message', exact: true });
    await press(text);
    await page.keyboard.type('rather there');
    await press(box.getByRole('button', { name: 'Formatting', exact: true }));
    await press(box.getByRole('button', { name: 'Insert', exact: true }));
    await press(page.getByRole('menuitem', { name: 'Change where it goes' }));
    const channel = box.getByRole('combobox', { name: 'Channel', exact: true });
    await press(channel);
    await press(page.getByRole('option', { name: `other by ${topic}` }));
    await expect.poll(() => channel.inputValue(), soon).toBe(`other by ${topic}`);
    const field = box.getByRole('combobox', { name: 'Topic', exact: true });
    await press(field);
    await field.fill('elsewhere');
    await press(text);
    await press(page.getByRole('button', { name: 'Send', exact: true }));
    await expect
      .poll(async () => (await team.bob.messages([])).at(-1), soon)
      .toMatchObject({
        content: 'rather there',
        display_recipient: `other by ${topic}`,
        subject: 'elsewhere',
      });
    expect(problems).toEqual([]);
    await page.context().close();
  });
});

describe.skipIf(!executable)('on a desktop, a message', () => {
  it('shows its actions at the pointer after a right click, and leaves links to the browser', async () => {
    await team.alice.send('design', 'own words and [a link](https://example.com)', 'clicking');
    const { page, problems } = await team.openTopic(team.alice, 'clicking');
    const text = page.getByText('own words and');
    await text.click({ button: 'right', position: { x: 30, y: 8 } });
    const menu = page.getByRole('menu');
    await menu.waitFor();
    const [box, at] = [(await menu.boundingBox())!, (await text.boundingBox())!];
    expect(Math.abs(box.x - at.x - 30)).toBeLessThan(12);
    // Also what has a button of its own.
    for (const name of ['Edit', 'Quote and reply', 'Delete']) {
      expect(await menu.getByRole('menuitem', { name }).count()).toBe(1);
    }
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'a link' }).click({ button: 'right' });
    await page.waitForTimeout(300);
    expect(await menu.count()).toBe(0);
    // The button of the message opens its menu where the button is.
    const article = page.getByRole('article').first();
    await article.hover();
    const button = article.getByRole('button', { name: 'More actions' });
    await button.click();
    const [opened, beside] = [(await menu.boundingBox())!, (await button.boundingBox())!];
    // Below the button, or above it where there is more room.
    const [below, above] = [opened.y - beside.y - beside.height, beside.y - opened.y - opened.height];
    expect(Math.min(Math.abs(below), Math.abs(above))).toBeLessThan(10);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('opens the card of its sender from the face, too', async () => {
    await team.bob.send('design', 'my face', 'faces');
    const { page } = await team.openTopic(team.alice, 'faces');
    await page.locator('article .avatar-button').first().click();
    await page.getByRole('dialog').getByText('bob').first().waitFor();
    await page.context().close();
  });

  it('shows the button that copies code without hiding a line of it', async () => {
    await team.bob.send('design', `\`\`\`\n${'long line '.repeat(40)}\nsecond\n\`\`\``, 'copying');
    const { page } = await team.openTopic(team.alice, 'copying');
    await page.locator('.codehilite').hover();
    const [button, code] = await page.evaluate(() =>
      ['.copy-code', '.codehilite pre'].map((each) =>
        document.querySelector(each)!.getBoundingClientRect().toJSON(),
      ),
    );
    expect(button.left).toBeGreaterThanOrEqual(code.right);
    await page.context().close();
  });
});
