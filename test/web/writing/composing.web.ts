/// <reference lib="dom" />
import { Network } from '@parley/test-kit';
import type { CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser, openTab, saySkipped, soon, textsOnView } from '../browser.ts';
import { fillLists } from '../filled-lists.ts';
import { faultsOfLength } from '../lengths.ts';
import { organizationSections, ownSections } from '../screen-list-settings.ts';
import { watchRequests } from '../still.ts';
import { Team } from '../team.ts';
import { Found, textFieldsOf, walkFields } from '../text-fields.ts';
import {
  commit,
  compose,
  faultsOfComposition,
  pressAfterComposition,
  pressInComposition,
} from './composition.ts';

const executable = findBrowser();
if (!executable) saySkipped('test/web/writing/composing.web.ts');

let team: Team;

beforeAll(async () => {
  if (!executable) return;
  team = await Team.start(executable);
  await fillLists(team);
  const { owner, alice, bob } = team;
  for (const person of [owner, bob]) await person.api.patch('/settings', { enter_sends: true });
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

/**
 * Refuses the requests of a page that change something, so that every button can be pressed. Returns the refused requests. All requests
 * are watched from now on.
 */
async function refuseWrites(page: Page): Promise<string[]> {
  watchRequests(page);
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

/** A part of the client whose fields one case visits. A page belongs to the first part that has it. */
type Area = {
  readonly name: string;
  readonly start: () => string[];
  readonly has: (hash: string) => boolean;
};
const section = (name: string): Area => ({
  name,
  start: () => [name],
  has: (hash) => hash === name || hash.startsWith(`${name}/`),
});
const isView = (hash: string): boolean => !/^#(?:settings|organization|channels\/)/.test(hash);
const areas: readonly Area[] = [
  {
    name: 'a topic',
    start: () => [`#narrow/channel/${team.design}-design/topic/logo`],
    has: (hash) => /^#narrow\/channel\/[^/]+\/topic\//.test(hash),
  },
  { name: 'a search', start: () => ['#narrow/search/own'], has: (hash) => hash.startsWith('#narrow/search') },
  { name: 'other views', start: () => ['#inbox', '#scheduled', '#drafts'], has: isView },
  {
    name: 'pages of channels',
    start: () => [`#channels/${team.design}/general`, '#channels/new'],
    has: (hash) => hash.startsWith('#channels/'),
  },
  ...ownSections.map((name) => section(`#settings/${name}`)),
  ...organizationSections.map((name) => section(`#organization/${name}`)),
  // Their lists of sections.
  { name: 'settings', start: () => ['#settings', '#organization'], has: (hash) => /^#\w+$/.test(hash) },
];
const areaOf = (hash: string): Area | undefined => areas.find(({ has }) => has(hash));

describe.skipIf(!executable)('a composition', () => {
  describe('is left to the input method in every field, whose limit counts characters as the server does', () => {
    const found = new Found();
    const limited: string[] = [];
    let page: Page;
    let session: CDPSession;
    let writes: string[];
    beforeAll(async () => {
      ({ page } = await team.signIn(team.owner));
      writes = await refuseWrites(page);
      session = await sessionOf(page);
    });
    afterAll(() => page?.context().close());

    /** Types into all fields of a part that no part before it had. */
    const typeIn = async (start: readonly string[], isWithin: (hash: string) => boolean): Promise<void> => {
      const faults: string[] = [];
      await walkFields(page, found, {
        start,
        isWithin,
        isLeftOut: (name) => /^log out/i.test(name),
        visit: async (_, field) => {
          faults.push(...(await faultsOfComposition(page, session, field, writes)));
          await textFieldsOf(page);
          const ofLength = await faultsOfLength(page, session, field);
          if (ofLength) limited.push(field.key);
          faults.push(...(ofLength ?? []));
        },
      });
      expect(faults, faults.join('\n')).toEqual([]);
    };

    it.each(areas)('in $name', { timeout: 900_000 }, (area) =>
      typeIn(area.start(), (hash) => areaOf(hash) === area),
    );

    it('on every page to which another one links', { timeout: 900_000 }, async () => {
      await typeIn(found.left, () => true);
      expect(found.left).toEqual([]);
      // Of topics, names, descriptions, statuses, alert words, and all texts that are settings.
      expect(limited.length).toBeGreaterThan(20);
      for (const known of [/Topic/, /Search \| text/, /^dialog Go to or do/, /^dialog Invite people/]) {
        expect([...found.fields]).toContainEqual(expect.stringMatching(known));
      }
    });
  });

  /** Types a composition into each field of a page without a signed-in person, and of what its buttons show. */
  async function faultsOfAccountPage(page: Page): Promise<{ faults: string[]; fields: string[] }> {
    const writes = await refuseWrites(page);
    const session = await sessionOf(page);
    const faults: string[] = [];
    const seen = new Set<string>();
    const buttons = await page.locator('button:not([type=submit]):visible').allInnerTexts();
    // The fields that the page itself shows, and then those behind each button with words.
    for (const name of ['', ...buttons.filter((text) => text !== '')]) {
      const button = page.getByRole('button', { name, exact: true });
      if (name !== '' && (await button.isVisible())) await button.click();
      await page.waitForTimeout(100);
      for (const field of await textFieldsOf(page)) {
        if (seen.has(field.key)) continue;
        seen.add(field.key);
        faults.push(...(await faultsOfComposition(page, session, field, writes)));
        await textFieldsOf(page);
      }
    }
    return { faults, fields: [...seen] };
  }

  it('is left to the input method before one has signed in', async () => {
    const { invite_link } = await team.owner.api.post('/invites/multiuse', { invite_as: 400 });
    const paths = [
      '',
      'reset-password',
      'reset-password/token',
      new URL(invite_link as string).pathname.slice(1),
    ];
    const all: string[] = [];
    for (const path of paths) {
      const { page } = await openTab(team.browser, team.url(path));
      await page.getByRole('textbox').first().waitFor();
      const { faults, fields } = await faultsOfAccountPage(page);
      expect(faults, faults.join('\n')).toEqual([]);
      all.push(...fields);
      await page.context().close();
    }
    const { page } = await openTab(team.browser, team.url());
    await page.route('**/api/v1/sessions', (route) =>
      route.fulfill({
        status: 403,
        json: {
          result: 'error',
          code: 'SECOND_FACTOR_REQUIRED',
          msg: 'A second factor is required.',
          token: 'a-token',
          factors: ['totp', 'passkey', 'recovery_code'],
        },
      }),
    );
    await page.getByRole('textbox', { name: 'Email' }).fill('marie@demo.example');
    await page.getByRole('textbox', { name: 'Password' }).fill('a password');
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await page.getByRole('textbox', { name: 'Code of the authenticator app' }).waitFor();
    const { faults, fields } = await faultsOfAccountPage(page);
    expect(faults, faults.join('\n')).toEqual([]);
    all.push(...fields);
    await page.context().close();
    for (const known of [/Email/, /password/i, /Code/, /recovery/i]) {
      expect(all).toContainEqual(expect.stringMatching(known));
    }
  });

  it('is left to the input method on the first page of an empty server', async () => {
    await using network = await Network.start();
    const { page } = await openTab(team.browser, `${network.gatewayUrl()}/`);
    await page.getByRole('heading', { name: 'Welcome to Parley' }).waitFor();
    const { faults, fields } = await faultsOfAccountPage(page);
    expect(faults, faults.join('\n')).toEqual([]);
    expect(fields.length).toBeGreaterThan(4);
    await page.context().close();
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
