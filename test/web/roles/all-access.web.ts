import { Network, Organization, type Person, testPassword } from '@parley/test-kit';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser, openBrowser, saySkipped, signIn } from '../browser.ts';
import { findings } from '../settings-kit.ts';

const executable = findBrowser();
if (!executable) saySkipped('test/web/roles/all-access.web.ts');

let network: Network;
let browser: Browser;
let organization: Organization;

beforeAll(async () => {
  if (!executable) return;
  network = await Network.start();
  organization = await Organization.create(network);
  browser = await openBrowser(executable);
});
afterAll(async () => {
  await browser?.close();
  await network?.stop();
});

const works = async ({ api }: Pick<Person, 'api'>) => (await api.raw('GET', '/users/me')).status === 200;

/** Adds a person with a named key and a bot. */
async function addPerson(name: string) {
  const person = (await organization.add(name))[name]!;
  await person.api.post('/users/me/api_keys', { name: 'Statistics', areas: ['messages'] });
  const { api_key, bot } = await person.api.post('/bots', { full_name: `${name} bot`, short_name: name });
  return { person, bot: { api: network.client({ email: bot.email, apiKey: api_key }) } };
}

async function opened(person: Person, at: string) {
  const tab = await signIn(browser, network.gatewayUrl(), person);
  await tab.page.goto(`${network.gatewayUrl()}/${at}`);
  return tab;
}

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });

describe.skipIf(!executable)('all access', () => {
  it('is ended by the person, who stays logged in here while bots go on', async () => {
    const { person, bot } = await addPerson('anna');
    const { page, problems } = await opened(person, '#settings/sessions');
    await page.getByRole('button', { name: 'End all access' }).click();
    const asked = dialog(page, 'End all access to your account?');
    expect(await asked.getByLabel('Stay logged in in this browser').isChecked()).toBe(true);
    await asked.getByText('Without the tick, the bot goes on').waitFor();
    await asked.getByText('All other browsers are logged out').waitFor();
    expect(await findings(page)).toEqual([]);
    await asked.getByRole('button', { name: 'End all access' }).click();
    await asked.waitFor({ state: 'detached' });
    await page.getByText('All other access was ended.').waitFor();
    await expect.poll(() => works(person)).toBe(false);
    expect(await works(bot)).toBe(true);
    await page.reload();
    await page.getByRole('button', { name: 'End all access' }).click();
    await asked.getByLabel('End the access of the bot anna bot, too').check();
    await asked.getByLabel('Stay logged in in this browser').uncheck();
    await asked.getByText('All browsers are logged out').waitFor();
    await asked.getByRole('button', { name: 'End all access' }).click();
    await page.getByRole('textbox', { name: 'Email' }).waitFor();
    await expect.poll(() => works(bot)).toBe(false);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('is offered after a change of the password, with the tick set', async () => {
    const { person, bot } = await addPerson('ben');
    const { page, problems } = await opened(person, '#settings/account');
    const change = async (from: string, to: string) => {
      await page.getByLabel('Current password').fill(from);
      await page.getByLabel('New password').fill(to);
      await page.getByRole('button', { name: 'Change password' }).click();
    };
    const asked = dialog(page, 'Your password was changed');
    const tick = asked.getByLabel('End all other access');
    await change(testPassword, 'a much better one');
    await tick.waitFor();
    expect(await tick.isChecked()).toBe(true);
    expect(await findings(page)).toEqual([]);
    await tick.uncheck();
    await asked.getByRole('button', { name: 'Continue' }).click();
    await asked.waitFor({ state: 'detached' });
    expect(await works(person)).toBe(true);
    await change('a much better one', 'an even better one');
    await asked.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('All other access was ended.').waitFor();
    await expect.poll(() => works(person)).toBe(false);
    expect(await works(bot)).toBe(true);
    await page.reload();
    await page.getByRole('heading', { name: 'Account and privacy' }).first().waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('can still be ended by an administrator when the list of keys does not load', async () => {
    const { person } = await addPerson('dana');
    const { page, problems } = await opened(organization.owner, '#organization/people');
    await page.route('**/users/*/api_keys*', (route) => route.abort());
    await page.goto(`${network.gatewayUrl()}/#organization/people/${person.userId}`);
    await page.getByText('The keys could not be loaded.').waitFor();
    await page.getByRole('button', { name: 'End all access' }).waitFor();
    await page.unroute('**/users/*/api_keys*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('list', { name: 'API keys' }).getByText('Statistics').waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('and single keys of another person are ended by an administrator', async () => {
    const { person, bot } = await addPerson('cleo');
    expect(await works(person)).toBe(true);
    const { page, problems } = await opened(organization.owner, `#organization/people/${person.userId}`);
    const keys = page.getByRole('list', { name: 'API keys' }).getByRole('listitem');
    await keys.getByText(/messages · does not expire · not used yet/).waitFor();
    await keys.getByText(/used .* from 127\.0\.0\.1/).waitFor();
    expect(await findings(page)).toEqual([]);
    await page.getByRole('button', { name: 'End the key Statistics' }).click();
    await dialog(page, 'End the key Statistics?').getByRole('button', { name: 'End' }).click();
    await expect.poll(() => keys.count()).toBe(1);
    // The account's own key is replaced, so that its row stays.
    await page.getByRole('button', { name: 'End the account’s own key' }).click();
    const own = dialog(page, 'End the account’s own key?');
    await own.getByText('The account gets a new key').waitFor();
    await own.getByRole('button', { name: 'End' }).click();
    await own.waitFor({ state: 'detached' });
    await page.getByText('The key was ended.').first().waitFor();
    await expect.poll(() => works(person)).toBe(false);
    await page.getByRole('button', { name: 'End all access' }).click();
    const asked = dialog(page, 'End all access of cleo?');
    await asked.getByLabel('End the access of the bot cleo bot, too').check();
    expect(await findings(page)).toEqual([]);
    await asked.getByRole('button', { name: 'End all access' }).click();
    await asked.waitFor({ state: 'detached' });
    await expect.poll(async () => [await works(person), await works(bot)]).toEqual([false, false]);
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
