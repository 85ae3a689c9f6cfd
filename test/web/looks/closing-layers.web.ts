/// <reference lib="dom" />
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser, saySkipped } from '../browser.ts';
import { Team } from '../team.ts';

const executable = findBrowser();
if (!executable) saySkipped('test/web/looks/closing-layers.web.ts');

let team: Team;

beforeAll(async () => {
  if (executable) team = await Team.start(executable);
});

afterAll(() => team?.[Symbol.asyncDispose]());

/**
 * Presses keys while the page is busy. The browser then handles all keys directly after each other, before timers that the
 * first key set.
 */
async function pressAtOnce(page: Page, ...keys: readonly string[]): Promise<void> {
  const busy = page.evaluate(() => {
    const end = performance.now() + 300;
    while (performance.now() < end);
  });
  await Promise.all([busy, ...keys.map((key) => page.keyboard.press(key))]);
}

/** Dispatches the events of keys directly after each other. The last one is pressed together with Ctrl. */
const dispatchAtOnce = (page: Page, ...keys: readonly string[]): Promise<void> =>
  page.evaluate(async (all) => {
    for (const [index, key] of all.entries()) {
      const options = {
        key,
        ctrlKey: index === all.length - 1,
        bubbles: true,
        cancelable: true,
        composed: true,
      };
      (document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent('keydown', options));
      // Browsers run microtasks after each event.
      await new Promise((resolve) => queueMicrotask(() => resolve(undefined)));
    }
  }, keys);

describe.skipIf(!executable)('a key', () => {
  it.each([
    ['the palette', 'Control+k', 'dialog'],
    ['the list of shortcuts', '?', 'dialog'],
    ['a menu', 'i', 'menu'],
    ['the main menu', 'g', 'menu'],
    ['a card', 'u', 'dialog'],
    ['the choice of an emoji', ':', 'dialog'],
  ] as const)('takes effect when it is pressed while %s closes', async (name, opener, role) => {
    const topic = `closing ${name}`.replaceAll(' ', '');
    await team.bob.send('design', 'the only one here', topic);
    const { page, problems } = await team.openTopic(team.alice, topic);
    await page.getByRole('region', { name: 'Messages' }).getByText('the only one here').waitFor();
    for (const [key, effect] of [
      ['g', () => page.getByRole('menuitem', { name: 'Set status' }).waitFor({ timeout: 5_000 })],
      ['?', () => page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor({ timeout: 5_000 })],
      ['q', () => expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('sidebar-filter')],
      ['Control+k', () => page.getByRole('dialog', { name: 'Go to or do' }).waitFor({ timeout: 5_000 })],
    ] as const) {
      await page.getByRole('region', { name: 'Messages' }).getByRole('article').focus();
      await page.keyboard.press(opener);
      await page.getByRole(role).waitFor();
      await pressAtOnce(page, 'Escape', key);
      // A closing layer returns the focus with a delay.
      await page.waitForTimeout(300);
      await effect();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').or(page.getByRole('menu')).waitFor({ state: 'detached' });
    }
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it.each([
    ['a menu', 'i'],
    ['the main menu', 'g'],
    ['the list of shortcuts', '?'],
    ['a card', 'u'],
    ['the choice of an emoji', ':'],
  ])('takes effect after the keys before it, also while %s opens', async (name, opener) => {
    const topic = `opening ${name}`.replaceAll(' ', '');
    await team.bob.send('design', 'the only one here', topic);
    const { page, problems } = await team.openTopic(team.alice, topic);
    await page.getByRole('region', { name: 'Messages' }).getByText('the only one here').waitFor();
    await page.getByRole('region', { name: 'Messages' }).getByRole('article').focus();
    await dispatchAtOnce(page, opener, 'Escape', 'k');
    const palette = page.getByRole('dialog', { name: 'Go to or do' });
    await palette.waitFor();
    await page.keyboard.type('open');
    await expect.poll(() => palette.getByRole('combobox').inputValue()).toBe('open');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').or(page.getByRole('menu')).waitFor({ state: 'detached' });
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
