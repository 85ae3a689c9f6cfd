import { type Person, testPassword, until } from '@parley/test-kit';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser, saySkipped, soon, textsOnView, write } from '../browser.ts';
import { Team } from '../team.ts';

const executable = findBrowser();
if (!executable) saySkipped('test/web/writing/unsent.web.ts');

let team: Team;
let owner: Person;
let alice: Person;
let bob: Person;

beforeAll(async () => {
  if (!executable) return;
  team = await Team.start(executable);
  ({ owner, alice, bob } = team);
  await owner.subscribe(['design']);
});

afterAll(() => team?.[Symbol.asyncDispose]());

const openTopic = async (person: Person, name: string): Promise<Page> =>
  (await team.openTopic(person, name)).page;

const stored = async (name: string) =>
  (
    await alice.messages([
      ['channel', 'design'],
      ['topic', name],
    ])
  ).map(({ content }) => String(content).replaceAll(/<[^>]*>/g, ''));

/** Makes all API requests of a page fail, as without a network. Returns a function that ends this. */
async function unplug(page: Page): Promise<() => Promise<void>> {
  await page.route('**/api/v1/**', (route) => route.abort());
  return () => page.unroute('**/api/v1/**');
}

describe.skipIf(!executable)('a message that cannot be sent now', () => {
  it('is marked as unsent, survives a reload, and is sent once when the server is reachable again', async () => {
    const page = await openTopic(alice, 'offline');
    const plugIn = await unplug(page);
    await write(page, 'first');
    await write(page, 'second');
    const region = page.getByRole('region', { name: 'Messages' });
    await region.getByText('Not sent yet').first().waitFor();
    expect(await textsOnView(page)).toEqual(['first', 'second']);
    expect(await page.evaluate('localStorage.length + sessionStorage.length')).toBe(0);
    await plugIn();
    await page.reload();
    await expect.poll(() => stored('offline'), soon).toEqual(['first', 'second']);
    await expect.poll(() => textsOnView(page), soon).toEqual(['first', 'second']);
    await expect.poll(() => region.locator('.is-outgoing').count(), soon).toBe(0);
    // A reload after the send does not send the message again.
    await page.reload();
    await page.getByRole('article').first().waitFor();
    expect(await stored('offline')).toEqual(['first', 'second']);
    await page.context().close();
  });

  it('is stored once although the page was reloaded before the answer arrived', async () => {
    const page = await openTopic(alice, 'unanswered');
    await page.route('**/api/v1/messages', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      await route.fetch();
      // Ignores that the reload may have cancelled the request.
      await route.abort().catch(() => undefined);
    });
    await write(page, 'once');
    await expect.poll(() => stored('unanswered'), soon).toEqual(['once']);
    await page.unroute('**/api/v1/messages');
    await page.reload();
    await page.getByRole('article').first().waitFor();
    await expect.poll(() => page.locator('.is-outgoing').count(), soon).toBe(0);
    expect(await stored('unanswered')).toEqual(['once']);
    await page.context().close();
  });

  it('shows why the server refused it, in the conversation and among the drafts, until it is sent or discarded', async () => {
    const page = await openTopic(alice, 'refused');
    await page.route('**/api/v1/messages', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({
            status: 400,
            json: { result: 'error', code: 'BAD_REQUEST', msg: 'The moon is full' },
          })
        : route.continue(),
    );
    await write(page, 'howl');
    await page.getByRole('alert').getByText('The moon is full').waitFor();
    await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Drafts' }).click();
    await page.getByRole('heading', { name: 'Not sent yet' }).waitFor();
    await page.getByText('The moon is full').waitFor();
    // The client does not automatically resend a refused message.
    await page.unroute('**/api/v1/messages');
    await page.reload();
    await page.getByText('The moon is full').waitFor();
    expect(await stored('refused')).toEqual([]);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Not sent yet' }).waitFor({ state: 'detached' });
    await expect.poll(() => stored('refused'), soon).toEqual(['howl']);
    await page.context().close();
  });

  it('is deleted from the device at sign-out, which asks first', async () => {
    const page = await openTopic(bob, 'leaving');
    await page.route('**/api/v1/messages', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    );
    await write(page, 'never to be sent');
    await page.getByText('Not sent yet').waitFor();
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    await page.getByRole('dialog').getByText('One message is not sent yet').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click();
    await page.getByRole('textbox', { name: 'Email' }).waitFor();
    await expect.poll(() => page.evaluate('indexedDB.databases().then((all) => all.length)'), soon).toBe(0);
    await page.context().close();
  });
});

describe.skipIf(!executable)('a draft', () => {
  it('that the server has not stored survives a reload, is listed, and reaches the server later', async () => {
    const page = await openTopic(alice, 'drafting');
    const plugIn = await unplug(page);
    await page.getByRole('textbox', { name: 'Message', exact: true }).fill('half a thought');
    await page.waitForTimeout(3_500);
    await plugIn();
    await page.route('**/api/v1/drafts**', (route) => route.abort());
    await page.reload();
    const field = page.getByRole('textbox', { name: 'Message', exact: true });
    await expect.poll(() => field.inputValue(), soon).toBe('half a thought');
    await page.goto(team.url('#drafts'));
    await page.getByText('half a thought').waitFor();
    expect((await alice.api.get('/drafts')).drafts).toEqual([]);
    await page.unroute('**/api/v1/drafts**');
    await page.reload();
    await until('the server has the draft', async () =>
      (await alice.api.get('/drafts')).drafts.some(
        ({ content }: { content: string }) => content === 'half a thought',
      ),
    );
    // The deleted draft does not reappear.
    await page.getByRole('main').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No drafts').waitFor();
    await page.goto(team.topic('drafting'));
    await field.waitFor();
    await page.waitForTimeout(500);
    expect(await field.inputValue()).toBe('');
    await page.context().close();
  });

  it('is not shown to another account in the same browser', async () => {
    const page = await openTopic(alice, 'private');
    await page.getByRole('textbox', { name: 'Message', exact: true }).fill('for my eyes only');
    await page.waitForTimeout(1_000);
    // Ends the session without a sign-out, as when it expires.
    await page.context().clearCookies();
    await page.goto('about:blank');
    await page.goto(team.url());
    await page.getByRole('textbox', { name: 'Email' }).fill(bob.email);
    await page.getByRole('textbox', { name: 'Password' }).fill(testPassword);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('navigation', { name: 'Views' }).waitFor();
    await page.goto(team.topic('private'));
    const field = page.getByRole('textbox', { name: 'Message', exact: true });
    await field.waitFor();
    await page.waitForTimeout(500);
    expect(await field.inputValue()).toBe('');
    await page.context().close();
  });
});
