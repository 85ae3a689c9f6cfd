import { testPassword } from '@parley/test-kit';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser, openTab, saySkipped } from '../browser.ts';
import { Team } from '../team.ts';

const executable = findBrowser();
if (!executable) saySkipped('test/web/finding-ones-way/names.web.ts');

let team: Team;

beforeAll(async () => {
  if (executable) team = await Team.start(executable);
});

afterAll(() => team?.[Symbol.asyncDispose]());

type Role = Parameters<Page['getByRole']>[0];

const exact = (page: Page | Locator, role: Role, name: string) => page.getByRole(role, { name, exact: true });

/** Returns the description of an element for assistive technology. */
const descriptionOf = (element: Locator): Promise<string> =>
  element.evaluate((each) =>
    (each.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join(' '),
  );

describe.skipIf(!executable)('assistive technology', () => {
  it('finds each part of the client by its role and name', async () => {
    const { alice, bob } = team;
    await bob.send('design', 'one to read', 'names');
    await bob.send('design', 'another one to read', 'names');
    await bob.sendDirect([alice], 'a word');
    await alice.send('design', 'an own one', 'named');
    const { page, problems } = await openTab(team.browser, team.network.gatewayUrl());

    await exact(page, 'textbox', 'Email').fill(alice.email);
    await exact(page, 'textbox', 'Password').fill(testPassword);
    await exact(page, 'button', 'Log in').click();

    // The accessible name of a link is the name of its target. The accessible description contains the number of unread
    // messages.
    const links: readonly (readonly [string, string, RegExp])[] = [
      ['Views', 'Inbox', /^1 unread for you \d+ unread$/],
      // The notice about the new channel is unread too.
      ['Channels', 'design', /^\d+ unread$/],
      ['Channels', 'names', /^2 unread$/],
      ['Direct messages', 'bob', /^1 unread for you$/],
    ];
    for (const [navigation, name, description] of links) {
      const link = exact(exact(page, 'navigation', navigation), 'link', name);
      await link.waitFor();
      await expect.poll(() => descriptionOf(link), { message: name }).toMatch(description);
    }
    await page.getByRole('button', { name: 'Search or go to' }).waitFor();
    await exact(page, 'status', 'Connection').waitFor({ state: 'attached' });

    await page.goto(team.topic('named'));
    const message = exact(page, 'region', 'Messages').getByRole('article', { name: /alice/ });
    await message.getByText('an own one').waitFor();
    await message.hover();
    for (const name of ['React', 'Edit', 'More actions']) await exact(message, 'button', name).waitFor();
    await exact(page, 'combobox', 'Topic').waitFor();
    await exact(page, 'button', 'Attach files').waitFor();
    await exact(page, 'textbox', 'Message').fill('named answer');
    await exact(page, 'button', 'Send').click();
    await exact(page, 'region', 'Messages').getByText('named answer').waitFor();

    await page.keyboard.press('Escape');
    await page.keyboard.press('x');
    await exact(page, 'combobox', 'To').fill('bo');
    await page.getByRole('option', { name: 'bob' }).click();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    await exact(page, 'dialog', 'Keyboard shortcuts').waitFor();
    await page.keyboard.press('Escape');
    await exact(page, 'button', 'Menu').click();
    await exact(page, 'menuitem', 'Log out').click();
    await exact(page, 'textbox', 'Email').waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
