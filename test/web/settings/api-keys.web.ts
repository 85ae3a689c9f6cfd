import { Network, Organization } from '@parley/test-kit';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser, openBrowser, saySkipped, signIn } from '../browser.ts';
import { findings } from '../settings-kit.ts';

const executable = findBrowser();
if (!executable) saySkipped('test/web/settings/api-keys.web.ts');

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

describe.skipIf(!executable)('named API keys', () => {
  it('are created with limits, replaced and deleted', async () => {
    const { anna } = await organization.add('anna');
    const { page, problems } = await signIn(browser, network.gatewayUrl(), anna);
    await page.goto(`${network.gatewayUrl()}/#settings/account`);
    const open = page.getByRole('button', { name: 'Create a key', exact: true });
    await open.click();
    const form = page.getByRole('dialog', { name: 'Create a key' });
    // The button is disabled until the key has a name.
    expect(await form.getByRole('button', { name: 'Create a key' }).isDisabled()).toBe(true);
    await page.getByRole('textbox', { name: 'Key name' }).fill('Statistics');
    await page.getByRole('spinbutton', { name: 'Expires after (days)' }).fill('30');
    await page.getByRole('checkbox', { name: 'Reads only' }).check();
    const areas = page.getByRole('group', { name: 'Areas' });
    await areas.getByRole('checkbox', { name: 'messages' }).check();
    await areas.getByRole('checkbox', { name: 'groups' }).check();
    await areas.getByRole('checkbox', { name: 'groups' }).uncheck();
    await form.getByRole('button', { name: 'Create a key' }).click();
    await form.waitFor({ state: 'detached' });
    const shown = page.getByRole('textbox', { name: 'New API key' });
    await shown.waitFor();
    const key = await shown.inputValue();
    // Without TLS, browsers offer no Clipboard API.
    await page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })");
    await page.getByRole('button', { name: 'Copy', exact: true }).click();
    await page.getByRole('button', { name: 'Copied', exact: true }).waitFor();
    const row = page.getByRole('list', { name: 'More API keys' }).getByRole('listitem');
    await row.getByText(/Reads only · messages · expires .* · not used yet/).waitFor();
    // The form is reset, so that the next key does not get the same limits by mistake.
    await open.click();
    expect(await areas.getByRole('checkbox', { name: 'messages' }).isChecked()).toBe(false);
    expect(await form.getByLabel('Expires after (days)').inputValue()).toBe('');
    expect(await findings(page)).toEqual([]);
    await form.getByRole('button', { name: 'Cancel' }).click();
    await form.waitFor({ state: 'detached' });
    expect(await findings(page)).toEqual([]);

    const ask = async (apiKey: string, path: string) =>
      (
        await fetch(`${network.gatewayUrl()}/api/v1${path}`, {
          headers: { authorization: `Basic ${Buffer.from(`${anna.email}:${apiKey}`).toString('base64')}` },
        })
      ).status;
    expect(await ask(key, '/messages?anchor=newest&num_before=1&num_after=0')).toBe(200);
    expect(await ask(key, '/users/me/subscriptions')).toBe(403);

    await row.getByRole('button', { name: 'Replace the key Statistics' }).click();
    await page.getByRole('dialog').getByRole('button').last().click();
    await expect.poll(() => shown.inputValue()).not.toBe(key);
    expect(await ask(await shown.inputValue(), '/messages?anchor=newest&num_before=1&num_after=0')).toBe(200);

    for (let left = await row.count(); left > 0; left--) {
      await row.first().getByRole('button', { name: 'Delete the key Statistics' }).click();
      await page.getByRole('dialog').getByRole('button').last().click();
      await expect.poll(() => row.count()).toBe(left - 1);
    }
    const messages = '/messages?anchor=newest&num_before=1&num_after=0';
    await expect.poll(() => ask(key, messages)).toBe(401);
    expect(problems).toEqual([]);
  });
});
