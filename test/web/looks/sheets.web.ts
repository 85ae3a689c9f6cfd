/// <reference lib="dom" />
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser, saySkipped, soon } from '../browser.ts';
import { Team } from '../team.ts';

// Menus, cards, the emoji and the actions of a message: under fingers in a narrow window, all are sheets at the lower edge.

const executable = findBrowser();
if (!executable) saySkipped('test/web/looks/sheets.web.ts');
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let team: Team;

beforeAll(async () => {
  if (!executable) return;
  team = await Team.start(executable);
  await team.bob.send('design', 'Below the sheet', 'sheets');
});

afterAll(() => team?.[Symbol.asyncDispose]());

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

type Layer = {
  /** Opens the sheet. Returns it. */
  readonly open: (page: Page) => Promise<Locator>;
  /** Selects what a finger presses in the sheet. */
  readonly rows: string;
};

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });

const layers: Readonly<Record<string, Layer>> = {
  'a menu': {
    async open(page) {
      await page.getByRole('button', { name: 'Topic actions' }).first().tap();
      return dialog(page, 'Topic actions');
    },
    rows: '[role=menuitem]',
  },
  'the card of a person': {
    async open(page) {
      await page.getByRole('article').getByRole('button', { name: 'bob' }).first().tap();
      return dialog(page, 'bob');
    },
    rows: '.button',
  },
  'the emoji': {
    async open(page) {
      await page.getByRole('textbox', { name: 'Message', exact: true }).tap();
      await page.getByRole('button', { name: 'Insert emoji' }).tap();
      return dialog(page, 'Choose an emoji');
    },
    rows: '.emoji-choice',
  },
  'the actions of a message': {
    async open(page) {
      const { x, y } = await middleOf(page.getByText('Below the sheet', { exact: true }));
      const finger = await putDown(page, x, y);
      await dialog(page, 'bob').waitFor();
      await finger.lift();
      return dialog(page, 'bob');
    },
    rows: '.sheet-entry, .sheet-emoji button',
  },
};

async function middleOf(locator: Locator): Promise<{ x: number; y: number }> {
  const { x, y, width, height } = (await locator.boundingBox())!;
  return { x: x + width / 2, y: y + height / 2 };
}

/** Puts a finger on the screen. */
async function putDown(page: Page, x: number, y: number) {
  const session = await page.context().newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints });
  await send('touchStart', [{ x, y }]);
  return {
    /** Moves the finger by pixels from where it was put down. */
    async move(right: number, down: number) {
      for (const share of [0.25, 0.5, 0.75, 1])
        await send('touchMove', [{ x: x + right * share, y: y + down * share }]);
    },
    lift: () => send('touchEnd', []),
  };
}

/** Swipes on a sheet, from a point near its upper edge. */
async function swipe(page: Page, sheet: Locator, right: number, down: number): Promise<void> {
  const { x, y, width } = (await sheet.boundingBox())!;
  const finger = await putDown(page, x + width / 2, y + 16);
  await finger.move(right, down);
  await finger.lift();
}

/** Returns how far a sheet is from the left, right and lower edge of the window, in pixels. */
const distances = (sheet: Locator) =>
  sheet.evaluate((each) => {
    const { left, right, bottom } = each.getBoundingClientRect();
    return [left, innerWidth - right, innerHeight - bottom].map(Math.round);
  });

/** Lets the test use the system's way back, which no key of the browser stands for. */
const watchWayBack = (page: Page) =>
  page.evaluate(`globalThis.CloseWatcher = class extends CloseWatcher {
    constructor() {
      super();
      globalThis.wayBack = this;
    }
  }`);

const ways: Readonly<Record<string, (page: Page, sheet: Locator) => Promise<unknown>>> = {
  'a tap beside it': (page) => page.touchscreen.tap(195, 24),
  'a swipe down': (page, sheet) => swipe(page, sheet, 0, 120),
  Escape: (page) => page.keyboard.press('Escape'),
  'the way back of the system': (page) => page.evaluate('wayBack.requestClose()'),
};

/** Returns the violations that the accessibility checker axe finds on the page. */
async function findings(page: Page): Promise<string[]> {
  await page.evaluate(axeSource);
  const { violations } = (await page.evaluate(
    'axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"], rules: { region: { enabled: false } } })',
  )) as { violations: { id: string; nodes: { html: string }[] }[] };
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

describe.skipIf(!executable).each(Object.entries(layers))('on a phone, %s', (_name, { open, rows }) => {
  it('is a sheet with large rows, is alone, and has the focus', async () => {
    const { page, problems } = await team.openTopic(team.alice, 'sheets', {
      ...phone,
      reducedMotion: 'reduce',
    });
    await page.getByText('Below the sheet', { exact: true }).waitFor();
    const sheet = await open(page);
    await expect.poll(() => distances(sheet), soon).toEqual([0, 0, 0]);
    await sheet.locator(rows).first().waitFor();
    const sizes = await sheet.locator(rows).evaluateAll((all) =>
      all
        .filter((each) => each.checkVisibility())
        .map((each) => each.getBoundingClientRect())
        .map(({ width, height }) => Math.min(width, height)),
    );
    expect(sizes.length).toBeGreaterThan(1);
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(44);
    // What is behind it can be neither read nor pressed.
    expect(await page.getByRole('main').count()).toBe(0);
    await expect.poll(() => sheet.evaluate((each) => each.contains(document.activeElement)), soon).toBe(true);
    // The keyboard of the screen stays away.
    expect(await page.evaluate(() => document.activeElement?.matches('input, textarea'))).toBe(false);
    expect(await sheet.evaluate((each) => getComputedStyle(each).animationDuration)).toBe('0s');
    expect(await findings(page)).toEqual([]);
    await page.evaluate(() => {
      document.documentElement.dir = 'rtl';
    });
    await expect.poll(() => distances(sheet), soon).toEqual([0, 0, 0]);
    expect(await sheet.evaluate((each) => each.scrollWidth - each.clientWidth)).toBe(0);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('closes by all ways, presses nothing behind it, and returns the focus', async () => {
    const { page, problems } = await team.openTopic(team.alice, 'sheets', phone);
    await page.getByText('Below the sheet', { exact: true }).waitFor();
    await watchWayBack(page);
    const address = page.url();
    for (const [way, close] of Object.entries(ways)) {
      const sheet = await open(page);
      await expect.poll(() => distances(sheet), soon).toEqual([0, 0, 0]);
      // A short way down, or a way aside, closes nothing: the sheet returns to the edge.
      await swipe(page, sheet, 0, 40);
      await swipe(page, sheet, 120, 60);
      await expect.poll(async () => [way, ...(await distances(sheet))], soon).toEqual([way, 0, 0, 0]);
      await close(page, sheet);
      await expect.poll(async () => [way, await sheet.count()], soon).toEqual([way, 0]);
      await page.getByRole('main').waitFor();
      const hasFocus = () => page.evaluate(() => document.activeElement !== document.body);
      await expect.poll(async () => [way, await hasFocus()], soon).toEqual([way, true]);
      expect([way, page.url()]).toEqual([way, address]);
      expect([way, await page.getByRole('dialog').count()]).toEqual([way, 0]);
    }
    expect(problems).toEqual([]);
    await page.context().close();
  });
});

describe.skipIf(!executable)('on a phone, the emoji', () => {
  it('scroll under a finger, and close only from their beginning', async () => {
    const { page } = await team.openTopic(team.alice, 'sheets', phone);
    const sheet = await layers['the emoji']!.open(page);
    const list = sheet.getByRole('group', { name: 'Emoji', exact: true });
    await list.locator('.emoji-choice').first().waitFor();
    await list.evaluate((each) => each.scrollTo(0, 400));
    const { x, y } = await middleOf(list);
    const finger = await putDown(page, x, y);
    await finger.move(0, 120);
    await finger.lift();
    await expect.poll(() => list.evaluate((each) => each.scrollTop), soon).toBeLessThan(400);
    await expect.poll(() => distances(sheet), soon).toEqual([0, 0, 0]);
    await list.evaluate((each) => each.scrollTo(0, 0));
    const again = await putDown(page, x, y);
    await again.move(0, 160);
    await again.lift();
    await sheet.waitFor({ state: 'detached' });
    await page.context().close();
  });

  it('are found above the keyboard of the screen', async () => {
    const { page, problems } = await team.openTopic(team.alice, 'sheets', phone);
    const sheet = await layers['the emoji']!.open(page);
    const field = sheet.getByRole('textbox');
    await field.tap();
    await field.fill('tada');
    const first = sheet.locator('.emoji-choice').first();
    /** Returns whether what one writes and what is found are in the upper pixels of the window. */
    const areWithin = async (px: number) => {
      for (const each of [field, first]) {
        const { y, height } = (await each.boundingBox())!;
        if (y < 0 || y + height > px) return false;
      }
      return true;
    };
    // Most browsers make the window as low as the keyboard leaves it.
    await page.setViewportSize({ width: 390, height: 450 });
    await expect.poll(() => areWithin(450), soon).toBe(true);
    // Safari lays the keyboard over the window, and says how much is in view.
    await page.setViewportSize({ width: 390, height: 844 });
    await page.evaluate(() => {
      Object.defineProperty(visualViewport, 'height', { value: 500, configurable: true });
      visualViewport!.dispatchEvent(new Event('resize'));
    });
    await expect.poll(() => areWithin(500), soon).toBe(true);
    await expect.poll(() => distances(sheet), soon).toEqual([0, 0, 344]);
    expect(problems).toEqual([]);
    await page.context().close();
  });
});

describe.skipIf(!executable)('where there is no sheet', () => {
  it.each([
    ['a narrow window with a pointer', { viewport: phone.viewport }],
    ['a tablet', { ...phone, viewport: { width: 820, height: 1180 } }],
  ])('in %s, a menu opens at its button', async (_name, options) => {
    const { page, problems } = await team.openTopic(team.alice, 'sheets', options);
    await page.getByRole('button', { name: 'Topic actions' }).first().click();
    await page.getByRole('menu', { name: 'Topic actions' }).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
