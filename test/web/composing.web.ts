/// <reference lib="dom" />
import type { CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser, saySkipped, soon, textsOnView } from './browser.ts';
import {
  commit,
  compose,
  faultsOfComposition,
  pressAfterComposition,
  pressInComposition,
} from './composition.ts';
import { fillLists } from './filled-lists.ts';
import { Team } from './team.ts';
import { walkFields } from './text-fields.ts';

const executable = findBrowser();
if (!executable) saySkipped('test/web/composing.web.ts');

let team: Team;

beforeAll(async () => {
  if (!executable) return;
  team = await Team.start(executable);
  await fillLists(team);
  const { owner, alice } = team;
  await alice.send('design', '/poll Which?\none\ntwo', 'logo');
  await alice.send('design', '/todo Tasks\nfirst\nsecond', 'logo');
  await owner.send('design', 'my own', 'logo');
  await owner.sendDirect([alice], 'A direct message');
  await owner.api.post('/drafts', {
    drafts: [{ type: 'stream', to: [team.design], topic: 'logo', content: 'Half', timestamp: 1_700_000_000 }],
  });
  await owner.api.post('/scheduled_messages', {
    type: 'channel',
    to: team.design,
    topic: 'logo',
    content: 'Later',
    scheduled_delivery_timestamp: 4_000_000_000,
  });
});

afterAll(() => team?.[Symbol.asyncDispose]());

/** Requests that a page may send while a person writes: they read, or report and keep what is being written. */
const harmless =
  /\/api\/v1\/(register|events|users\/me\/presence|messages\/(flags|render)|typing|messages\/\d+\/typing|drafts)/;

/** Refuses the requests of a page that change something, so that every button can be pressed. Returns the refused requests. */
async function refuseWrites(page: Page): Promise<string[]> {
  const writes: string[] = [];
  await page.route('**/api/v1/**', async (route) => {
    const request = route.request();
    const { pathname } = new URL(request.url());
    if (request.method() === 'GET' || harmless.test(pathname)) return route.continue();
    writes.push(`${request.method()} ${pathname}`);
    await route.fulfill({ status: 400, json: { result: 'error', code: 'BAD_REQUEST', msg: 'No' } });
  });
  return writes;
}

const sessionOf = (page: Page): Promise<CDPSession> => page.context().newCDPSession(page);

describe.skipIf(!executable)('a composition', () => {
  it('is left to the input method in every field', { timeout: 1_800_000 }, async () => {
    const { page } = await team.signIn(team.owner);
    const writes = await refuseWrites(page);
    const session = await sessionOf(page);
    const faults: string[] = [];
    const { pages, fields } = await walkFields(page, {
      start: [
        '#inbox',
        `#narrow/channel/${team.design}-design/topic/logo`,
        `#channels/${team.design}/general`,
        '#channels/new',
        '#scheduled',
        '#drafts',
      ],
      isLeftOut: (name) => /^log out/i.test(name),
      visit: async (_, field) => {
        const found = await faultsOfComposition(page, session, field, writes);
        if (process.env.SHOW)
          process.stderr.write(`${new Date().toISOString()} ${field.key} ${found.length}\n`);
        faults.push(...found);
      },
    });
    if (process.env.SHOW) console.log(pages.join('\n'), '\n', fields.join('\n'));
    expect(faults, faults.join('\n')).toEqual([]);
  });

  it('is sent whole by the Enter after it, and by none within it', async () => {
    const { page } = await team.openTopic(team.bob, 'sending');
    const session = await sessionOf(page);
    const field = page.getByRole('textbox', { name: 'Message', exact: true });
    await field.focus();
    await compose(session, 'にほn');
    await compose(session, '日本');
    await pressInComposition(session, 'Enter');
    await commit(session, '日本');
    await pressAfterComposition(page, 'Enter');
    await page.waitForTimeout(300);
    expect(await textsOnView(page)).toEqual([]);
    await compose(session, 'ご');
    await commit(session, '語');
    await page.keyboard.press('Enter');
    await expect.poll(() => textsOnView(page), soon).toEqual(['日本語']);
    expect(await field.inputValue()).toBe('');
    await page.context().close();
  });

  /** Presses Enter as keyboards of phones report it: the key has no name, and the browser breaks the line. */
  async function pressUnnamedEnter(session: CDPSession): Promise<void> {
    const event = { key: 'Unidentified', windowsVirtualKeyCode: 229 };
    await session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...event });
    await session.send('Input.dispatchKeyEvent', { type: 'char', key: 'Enter', text: '\r' });
    await session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...event });
  }

  it('may end with an Enter that the input method leaves to the page', async () => {
    const { page } = await team.openTopic(team.bob, 'phone');
    const session = await sessionOf(page);
    const field = page.getByRole('textbox', { name: 'Message', exact: true });
    await field.focus();
    await compose(session, '안녕');
    await commit(session, '안녕');
    await pressUnnamedEnter(session);
    await expect.poll(() => textsOnView(page), soon).toEqual(['안녕']);
    expect(await field.inputValue()).toBe('');
    // Where Enter breaks the line, it does so once.
    await team.bob.api.patch('/settings', { enter_sends: false });
    await page.waitForTimeout(1_000);
    await commit(session, 'one');
    await pressUnnamedEnter(session);
    await commit(session, 'two');
    expect(await field.inputValue()).toBe('one\ntwo');
    await field.fill('');
    // In the topic, Enter goes on to the message.
    await page.goto(team.url(`#narrow/channel/${team.design}-design`));
    await page.keyboard.press('c');
    const topic = page.getByRole('combobox', { name: 'Topic' });
    await topic.focus();
    await commit(session, 'plans');
    await pressUnnamedEnter(session);
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('compose-message');
    expect(await topic.inputValue()).toBe('plans');
    await team.bob.api.patch('/settings', { enter_sends: true });
    await page.context().close();
  });

  it('keeps its keys from every handler, whichever module or library adds it', async () => {
    const { page } = await team.signIn(team.bob);
    await page.addInitScript(() => {
      const add = EventTarget.prototype.addEventListener;
      EventTarget.prototype.addEventListener = function (name, listener, options) {
        if (this === globalThis && name === 'keydown' && !('firstListener' in globalThis)) {
          Object.assign(globalThis, { firstListener: listener });
        }
        add.call(this, name, listener, options);
      };
    });
    await page.reload();
    await page.getByRole('navigation').first().waitFor();
    const isKept = await page.evaluate(() => {
      const first = (globalThis as unknown as { firstListener: (event: Event) => void }).firstListener;
      let isStopped = false;
      const event = new KeyboardEvent('keydown', { key: 'Enter', keyCode: 229 });
      event.stopImmediatePropagation = () => {
        isStopped = true;
      };
      first(event);
      return isStopped;
    });
    expect(isKept).toBe(true);
    await page.context().close();
  });
});
