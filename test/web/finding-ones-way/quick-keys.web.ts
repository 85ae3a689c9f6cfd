import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser, saySkipped } from '../browser.ts';
import { nameOfFocus } from '../focus.ts';
import { Team } from '../team.ts';

const executable = findBrowser();
if (!executable) saySkipped('test/web/finding-ones-way/quick-keys.web.ts');

let team: Team;

beforeAll(async () => {
  if (executable) team = await Team.start(executable);
});

afterAll(() => team?.[Symbol.asyncDispose]());

const messages = (page: Page) => page.getByRole('region', { name: 'Messages' });

describe.skipIf(!executable)('keys that are pressed in quick succession', () => {
  /** Presses keys within one task, before the browser can draw a frame or run a timer. */
  const pressInOneTask = (page: Page, keys: readonly string[]) =>
    page.evaluate((all) => {
      for (const key of all) {
        const options = { key, bubbles: true, cancelable: true, composed: true };
        document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', options));
      }
    }, keys);

  it('as a menu opens choose an entry of the menu', async () => {
    const { page, problems } = await openOnly('menu at once');
    await pressInOneTask(page, ['i', ...'Remind', 'Enter']);
    const dialog = page.getByRole('dialog', { name: 'Remind me' });
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await pressInOneTask(page, ['g', 'End', 'Enter']);
    await page.getByRole('textbox', { name: 'Email' }).waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('before the page has its data act as soon as it has', async () => {
    const { page, problems } = await openOnly('early');
    await page.goto('about:blank');
    const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>();
    await page.route('**/api/v1/register', async (route) => {
      await mayAnswer;
      await route.continue();
    });
    await page.goto(team.topic('early'));
    const article = messages(page).getByRole('article');
    await article.focus();
    await page.keyboard.press('i');
    await page.waitForTimeout(200);
    expect(await page.getByRole('menu').count()).toBe(0);
    answer();
    await page.getByRole('menuitem', { name: 'Remind me' }).waitFor();
    await page.waitForTimeout(1_500);
    await page.keyboard.type('Remind');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Remind me' }).waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('in a menu choose an entry, even if the message of the menu changes meanwhile', async () => {
    const { page, problems } = await openOnly('changing');
    await page.keyboard.press('i');
    await page.getByRole('menuitem', { name: 'Remind me' }).waitFor();
    const [message] = await team.bob.messages([{ operator: 'topic', operand: 'changing' }]);
    await team.bob.api.post(`/messages/${message!.id}/reactions`, { emoji_name: 'tada' });
    await page.getByRole('button', { name: /reacted with tada/ }).waitFor();
    await page.keyboard.type('Remind');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Remind me' }).waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('find the focus where the key before them moved it', async () => {
    const { page, problems } = await openOnly('focus at once');
    /** Presses a key. Returns the name of the focused element at the end of the same task. */
    const focusAfter = (key: string, ctrlKey = false) =>
      page.evaluate(
        async (options) => {
          document.activeElement!.dispatchEvent(
            new KeyboardEvent('keydown', { ...options, bubbles: true, cancelable: true }),
          );
          await Promise.resolve();
          const focused = document.activeElement as HTMLInputElement;
          const place = focused.closest('[role=dialog]')?.getAttribute('aria-label') ?? '';
          return `${place} ${focused.getAttribute('aria-label') ?? focused.labels?.[0]?.textContent}`.trim();
        },
        { key, ctrlKey },
      );
    const leave = async () => {
      const dialog = page.getByRole('dialog');
      if ((await dialog.count()) > 0) await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      await page.evaluate(async () => {
        // A closing popover holds keys until two timers have run, which may be late on a busy machine.
        for (let timer = 0; timer < 2; timer++) await new Promise((resolve) => setTimeout(resolve));
        (document.activeElement as HTMLElement).blur();
      });
    };
    const dialogKeys = ['?', 'm', 'V', 'u', ':'];
    // Opens each dialog once, so that its code is loaded.
    for (const key of ['Control+k', ...dialogKeys]) {
      await page.keyboard.press(key);
      await page.getByRole('dialog').waitFor();
      await leave();
    }
    for (const [key, name] of [
      ['c', 'Topic'],
      ['x', 'To'],
      ['r', 'Message'],
      ['/', 'Search'],
      ['q', 'Filter channels and people'],
      ['w', 'Search people'],
      [':', 'Choose an emoji Search emoji'],
    ] as const) {
      expect(await focusAfter(key), key).toBe(name);
      await leave();
    }
    for (const key of dialogKeys) {
      await focusAfter(key);
      expect(await page.evaluate(() => document.activeElement!.closest('[role=dialog]') !== null), key).toBe(
        true,
      );
      await leave();
    }
    expect(await focusAfter('k', true)).toContain('Search');
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('are all in the text, also while the code and the text of a form are being loaded', async () => {
    const { page, problems } = await team.openTopic(team.alice, 'typed');
    await page.keyboard.press('c');
    await page.keyboard.type('fast');
    await page.keyboard.press('Enter');
    await page.keyboard.type('quick words');
    await page.keyboard.press('Control+Enter');
    await messages(page).getByText('quick words', { exact: true }).waitFor();
    await page.locator('.is-outgoing').waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await page.keyboard.press('e');
    await page.keyboard.type('more ');
    const edited = page.getByRole('textbox', { name: 'Edit message' });
    await expect.poll(() => edited.inputValue()).toMatch(/^(more quick words|quick wordsmore )$/);
    await page.keyboard.press('Escape');
    await edited.waitFor({ state: 'detached' });
    await page.keyboard.press(':');
    await page.keyboard.type('tada');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: /reacted with tada/ }).waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('reach a sent message before its row is drawn', async () => {
    const { page, problems } = await team.openTopic(team.alice, 'drawn');
    await page.evaluate(() => {
      const observer = new MutationObserver((changes) => {
        const removed = changes.flatMap(({ removedNodes }) => [...removedNodes]);
        const isSent = removed.some(
          (node) =>
            node instanceof Element && (node.matches('.is-outgoing') || node.querySelector('.is-outgoing')),
        );
        if (!isSent) return;
        observer.disconnect();
        (document.activeElement as HTMLElement).blur();
        for (const key of ['e', 'm', 'o', 'r', 'e']) {
          document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
        }
      });
      observer.observe(document.body, { childList: true, subtree: true });
    });
    await page.getByRole('textbox', { name: 'Message', exact: true }).fill('quick words');
    await page.keyboard.press('Control+Enter');
    const edited = page.getByRole('textbox', { name: 'Edit message' });
    await expect.poll(() => edited.inputValue()).toMatch(/^(morequick words|quick wordsmore)$/);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('are all in the text, also while the code of a form takes seconds to load', async () => {
    await team.alice.send('design', 'quick words', 'slow');
    const { page, problems } = await team.signIn(team.alice, { serviceWorkers: 'block' });
    const loading = Promise.withResolvers<void>();
    await page.route('**/assets/edit-form-*.js', async (route) => {
      await loading.promise;
      await route.continue();
    });
    const asked = page.waitForRequest('**/assets/edit-form-*.js');
    await page.goto('about:blank');
    await page.goto(team.topic('slow'));
    await messages(page).getByText('quick words', { exact: true }).waitFor();
    // Keys have no effect before the list of messages is complete.
    await expect
      .poll(async () => {
        await page.keyboard.press('G');
        return nameOfFocus(page);
      })
      .toMatch(/^alice/);
    await page.keyboard.press('e');
    await page.keyboard.type('more');
    await page.keyboard.press('Control+Enter');
    await asked;
    await page.waitForTimeout(4_000);
    loading.resolve();
    await messages(page)
      .getByText(/^(morequick words|quick wordsmore)$/)
      .waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it.each([
    {
      what: 'a menu',
      code: '**/assets/openable-menu-*.js',
      keys: ['i', ...'Remind', 'Enter'],
      effect: (page: Page) => page.getByRole('dialog', { name: 'Remind me' }),
    },
    {
      what: 'the emoji picker',
      code: '**/assets/emoji-popover-*.js',
      keys: [':', ...'tada', 'Enter'],
      effect: (page: Page) => page.getByRole('button', { name: /^You reacted with tada/i }),
    },
  ])(
    'all reach $what, also while its code takes seconds to load, or is loaded at the second try',
    async ({ what, code, keys, effect }) => {
      await team.bob.send('design', 'the only one', what);
      const { page } = await team.signIn(team.alice, { serviceWorkers: 'block' });
      const loading = Promise.withResolvers<void>();
      let isBroken = true;
      await page.route(code, async (route) => {
        if (isBroken) return route.abort();
        await loading.promise;
        await route.continue();
      });
      await page.goto('about:blank');
      await page.goto(team.topic(encodeURIComponent(what).replaceAll('%', '.')));
      await messages(page).getByText('the only one').waitFor();
      // Keys have no effect before the list of messages is complete.
      await expect
        .poll(async () => {
          await page.keyboard.press('G');
          return nameOfFocus(page);
        })
        .toMatch(/^bob/);
      await page.keyboard.press(keys[0]!);
      await page.getByText('This could not be shown').waitFor();
      isBroken = false;
      for (const key of keys) await page.keyboard.press(key);
      await page.waitForTimeout(2_000);
      expect(await effect(page).count()).toBe(0);
      loading.resolve();
      await effect(page).waitFor();
      await page.context().close();
    },
  );

  /** Opens a topic that has a single message, which is selected. */
  async function openOnly(topic: string) {
    await team.bob.send('design', 'the only one', topic);
    const tab = await team.openTopic(team.alice, encodeURIComponent(topic).replaceAll('%', '.'));
    await messages(tab.page).getByText('the only one').waitFor();
    await tab.page.keyboard.press('G');
    await expect.poll(() => nameOfFocus(tab.page)).toMatch(/^bob/);
    return tab;
  }
});
