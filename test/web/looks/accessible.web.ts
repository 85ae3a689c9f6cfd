import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser, openTab, saySkipped, showFormats, signIn } from '../browser.ts';
import { Team } from '../team.ts';

const executable = findBrowser();
if (!executable) saySkipped('test/web/looks/accessible.web.ts');
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** A PNG picture of 1 × 1 pixel. */
const picture = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='),
  (each) => each.charCodeAt(0),
);

let team: Team;

beforeAll(async () => {
  if (!executable) return;
  team = await Team.start(executable);
  const { alice, bob } = team;
  await bob.send('design', 'Hello @**alice**, see `code`:\n\n```python\nprint("x")\n```\n\n> quote', 'logo');
  await bob.send('design', '```spoiler Hidden\nsecret\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |', 'logo');
  await bob.send('design', 'Math: $$x^2$$, time <time:2026-11-22T10:00:00Z>, 🎉 :tada:', 'logo');
  await bob.send('design', '/poll Which?\none\ntwo', 'logo');
  await bob.send('design', '/todo Tasks\nfirst\nsecond', 'logo');
  const id = await alice.send('design', 'An edited mesage', 'logo');
  await alice.api.patch(`/messages/${id}`, { content: 'An edited message' });
  await bob.api.post(`/messages/${id}/reactions`, { emoji_name: 'tada' });
  await alice.api.post('/messages/flags', { messages: [id], op: 'add', flag: 'starred' });
  await bob.sendDirect([alice], 'A direct message');
  await alice.api.post('/user_groups/create', {
    name: 'painters',
    description: 'They paint',
    members: [alice.userId, bob.userId],
  });
  await team.network.caughtUp();
  await bob.send('design', 'Ask @*painters*', 'groups');
  const url = await team.upload(alice, 'dot.png', 'image/png', picture);
  await alice.send('design', `[dot.png](${url})`, 'pictures');
  await alice.api.post('/drafts', {
    drafts: [{ type: 'stream', to: [team.design], topic: 'logo', content: 'Half', timestamp: 1_700_000_000 }],
  });
  await alice.api.post('/scheduled_messages', {
    type: 'channel',
    to: team.design,
    topic: 'logo',
    content: 'Later',
    scheduled_delivery_timestamp: 4_000_000_000,
  });
});

afterAll(() => team?.[Symbol.asyncDispose]());

/** Returns the violations that the accessibility checker axe finds on the page. */
async function findings(page: Page): Promise<string[]> {
  await page.evaluate(axeSource);
  const { violations } = (await page.evaluate(
    'axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"], rules: { region: { enabled: false } } })',
  )) as {
    violations: { id: string; nodes: { html: string; failureSummary: string }[] }[];
  };
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary.slice(0, 300)}`),
  );
}

type Look = (name: string) => Promise<void>;

function expectNothing(found: ReadonlyMap<string, readonly string[]>): void {
  const bad = Object.fromEntries([...found].filter(([, all]) => all.length > 0));
  expect(bad, JSON.stringify(bad)).toEqual({});
}

const views = [
  '#inbox',
  '#recent',
  '#feed',
  '#drafts',
  '#scheduled',
  '#channels',
  '#direct',
  '#search',
  '#narrow/is/starred',
  '#narrow/is/mentioned',
  '#narrow/search/zzzz',
];

/** Opens and checks each view. */
async function lookAtViews(page: Page, look: Look): Promise<void> {
  for (const hash of views) {
    await page.goto(team.url(hash));
    await page.waitForTimeout(500);
    await look(hash);
  }
  await page.goto(team.topic('logo'));
  await page.getByRole('button', { name: /for one/ }).waitFor();
  await look('topic');
}

/** Opens and checks the pages for people who are not signed in. */
async function lookAtAccountPages(page: Page, look: Look): Promise<void> {
  await page.getByRole('textbox', { name: 'Email' }).waitFor();
  await look('sign-in');
  await page.getByRole('textbox', { name: 'Email' }).fill(team.alice.email);
  await page.getByRole('textbox', { name: 'Password' }).fill('wrong password');
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.locator('.notice.is-error').waitFor();
  await look('sign-in, refused');
  await page.goto(team.url('reset-password'));
  await page.getByRole('button', { name: 'Send the link' }).waitFor();
  await look('forgotten password');
  const { invite_link } = await team.owner.api.post('/invites/multiuse', { invite_as: 400 });
  await page.goto(team.url(new URL(invite_link as string).pathname.slice(1)));
  await page.getByRole('button', { name: 'Continue' }).waitFor();
  await look('joining');
  await page.goto(team.url('join/not-a-valid-token'));
  await page.getByText('not valid any more').waitFor();
  await look('joining, refused');
}

/** Opens and checks layers above other views: palette, status, cards, viewer, toasts. */
async function lookAtMoreLayers(page: Page, look: Look): Promise<void> {
  const closeDialog = async () => {
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    // The focus returns in a separate task. A menu that opened before would close again.
    await page.waitForFunction(() => document.activeElement !== document.body);
  };
  await page.goto(team.topic('groups'));
  await page.getByRole('button', { name: '@painters' }).click();
  await page.getByRole('dialog', { name: 'painters' }).waitFor();
  await look('card of a group');
  await closeDialog();
  await page.goto(team.topic('pictures'));
  await page.locator('.message_inline_image a').click();
  await page.getByRole('dialog').getByRole('img').waitFor();
  await look('image viewer');
  await closeDialog();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search' }).fill('a');
  await page.getByRole('option').first().waitFor();
  await page.waitForTimeout(400);
  await look('palette');
  await closeDialog();
  await page.keyboard.press('g');
  await page.getByRole('menuitem', { name: 'Set status' }).click();
  await page.getByRole('dialog', { name: 'Set status' }).waitFor();
  await page.waitForTimeout(400);
  await look('status');
  await page.getByRole('button', { name: 'Emoji of the status' }).click();
  await page.getByRole('textbox', { name: 'Search emoji' }).waitFor();
  await look('emoji of the status');
  await closeDialog();
  await page.goto(team.url('#scheduled'));
  await page.getByRole('main').getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('textbox', { name: 'Edit message' }).waitFor();
  await look('editing a scheduled message');
  await page.goto(team.url('#inbox'));
  await team.bob.sendDirect([team.alice], 'Another direct message');
  await page
    .getByRole('main')
    .getByRole('button', { name: 'Mark read: Mentions and direct messages' })
    .click();
  await page.getByRole('log', { name: 'Notices' }).getByRole('button', { name: 'Undo' }).waitFor();
  await look('notice with undo');
  await page.getByRole('button', { name: 'Undo' }).click();
}

/** Opens and checks layers above a topic: menus, dialogs, cards, lists. */
async function lookAtLayers(page: Page, look: Look): Promise<void> {
  const menuOf = async () => {
    const article = page.getByRole('article', { name: /^alice/ }).first();
    await article.hover();
    await article.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menu').waitFor();
  };
  const close = async () => {
    await page.keyboard.press('Escape');
    await page.locator('[role=dialog], [role=menu], [role=listbox]').first().waitFor({ state: 'detached' });
  };
  await menuOf();
  await look('menu of a message');
  await close();
  for (const [entry, dialog] of [
    ['Move', 'Move'],
    ['Remind me', 'Remind me'],
    ['Read receipts', 'Read receipts'],
    ['Earlier versions', 'Earlier versions'],
    ['Delete', 'Delete this message?'],
  ] as const) {
    await menuOf();
    await page.getByRole('menuitem', { name: entry, exact: true }).click();
    await page.getByRole('dialog', { name: dialog }).waitFor();
    await page.waitForTimeout(400);
    await look(`dialog ${dialog}`);
    await close();
  }
  for (const name of ['Menu', 'Channel actions', 'Topic actions']) {
    await page.getByRole('button', { name, exact: true }).click();
    await page.getByRole('menu').waitFor();
    await look(`menu ${name}`);
    await close();
  }
  const article = page.getByRole('article', { name: /^alice/ }).first();
  await article.hover();
  await article.getByRole('button', { name: 'React', exact: true }).click();
  await page.getByRole('textbox', { name: 'Search emoji' }).waitFor();
  await page.waitForTimeout(400);
  await look('emoji');
  await close();
  await page.getByRole('article').first().getByRole('button', { name: 'bob', exact: true }).click();
  await page.getByRole('dialog').waitFor();
  await look('card of a person');
  await close();
  const field = page.getByRole('textbox', { name: 'Message', exact: true });
  // Removes the draft of the topic.
  await field.fill('');
  await field.pressSequentially('@b');
  await page.getByRole('listbox').waitFor();
  await look('completion');
  await close();
  await field.fill('Some **text**');
  await showFormats(page);
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.locator('.preview strong').waitFor();
  await look('preview');
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.getByRole('button', { name: 'Schedule' }).click();
  await page.getByRole('dialog').waitFor();
  await look('schedule');
  await close();
  await field.fill('');
  // Escape leaves the field, so that the next key is a shortcut.
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await look('shortcuts');
  await close();
  await page.getByRole('button', { name: 'Search or go to' }).click();
  await page.getByRole('listbox').waitFor();
  await look('search');
  await page.keyboard.press('Escape');
  await page.context().setOffline(true);
  await page
    .getByRole('status', { name: 'Connection' })
    .getByText(/^Offline/)
    .waitFor();
  await look('offline');
  await page.context().setOffline(false);
}

describe.skipIf(!executable)('axe finds no violation', () => {
  it.each(['light', 'dark'] as const)('on any screen in %s colours', async (colorScheme) => {
    const found = new Map<string, string[]>();
    const lookAt =
      (page: Page): Look =>
      async (name) =>
        void found.set(name, await findings(page));
    const out = await openTab(team.browser, team.url(), { colorScheme, bypassCSP: true });
    await lookAtAccountPages(out.page, lookAt(out.page));
    await out.page.context().close();
    const { page } = await signIn(team.browser, team.url(), team.alice, { colorScheme, bypassCSP: true });
    await lookAtViews(page, lookAt(page));
    await lookAtMoreLayers(page, lookAt(page));
    await page.goto(team.topic('logo'));
    await page.getByRole('button', { name: /for one/ }).waitFor();
    await lookAtLayers(page, lookAt(page));
    expectNothing(found);
    expect(found.size).toBeGreaterThan(35);
    await page.context().close();
  });

  it('on the screens of a phone', async () => {
    const options = {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
      bypassCSP: true,
    };
    const { page } = await signIn(team.browser, team.url(), team.alice, options);
    const found = new Map<string, string[]>();
    await lookAtViews(page, async (name) => void found.set(name, await findings(page)));
    expectNothing(found);
    await page.context().close();
  });
});

it.skipIf(!executable)('screen readers announce a new message politely', async () => {
  await team.bob.send('design', 'something old', 'announced');
  const { page } = await team.openTopic(team.alice, 'announced');
  await page.getByText('something old').waitFor();
  const live = page.locator('[aria-live="polite"]').filter({ hasText: 'bob: something new' });
  await team.bob.send('design', 'something **new**', 'announced');
  await live.waitFor({ state: 'attached' });
  expect(await page.locator('[aria-live="assertive"]').count()).toBe(0);
  await page.context().close();
});
