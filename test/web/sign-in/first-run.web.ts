import { Network } from '@parley/test-kit';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Mailbox } from '../../network/notifications/mailbox.ts';

import { findBrowser, openBrowser, openTab, saySkipped, textsOnView, write } from '../browser.ts';
import { findings, takePicture } from '../settings-kit.ts';

const executable = findBrowser();
if (!executable) saySkipped('test/web/sign-in/first-run.web.ts');

let network: Network;
let browser: Browser;
const mailbox = new Mailbox();

beforeAll(async () => {
  if (!executable) return;
  network = await Network.start({ env: { PARLEY_MAIL_DIR: mailbox.folder } });
  browser = await openBrowser(executable);
});

afterAll(async () => {
  await browser?.close();
  await network?.stop();
  mailbox.remove();
});

/** Returns the fragment of the setup link, which an operator reads in the log. */
const setupHash = (): Promise<string> =>
  network.asOperator(async (userAdmin, call) => new URL((await userAdmin.getSetupLink({}, call)).link).hash);

describe.skipIf(!executable)('an empty server', () => {
  it('asks for the setup secret at its address, and accepts no other one', async () => {
    const { page, problems } = await openTab(browser, `${network.gatewayUrl()}/`);
    await page.getByRole('heading', { name: 'Welcome to Parley' }).waitFor();
    expect(await page.content()).not.toContain((await setupHash()).split('/')[1]);
    await page.getByLabel('Setup secret').fill('A'.repeat(43));
    await page.getByRole('textbox', { name: 'Name of the organization' }).fill('Mallory');
    await page.getByRole('textbox', { name: 'Your name' }).fill('Mallory');
    await page.getByRole('textbox', { name: 'Email' }).fill('mallory@acme.example');
    await page.getByLabel('Password').fill('a fine password');
    await page.getByRole('button', { name: 'Create the organization' }).click();
    await page
      .getByRole('alert')
      .getByText(/secret/i)
      .waitFor();
    // Like a link that is pasted into the address bar of the open page. What was typed stays.
    await page.evaluate((hash) => location.assign(hash), await setupHash());
    await page.getByLabel('Setup secret').waitFor({ state: 'detached' });
    expect(await page.getByRole('textbox', { name: 'Your name' }).inputValue()).toBe('Mallory');
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('leads its first owner to an organization in which two people chat', async () => {
    const hash = await setupHash();
    const { page, problems } = await openTab(browser, `${network.gatewayUrl()}/${hash}`);
    await page.getByRole('heading', { name: 'Welcome to Parley' }).waitFor();
    expect(await findings(page)).toEqual([]);
    // There is nobody yet who could log in.
    expect(await page.getByText('Back to log in').count()).toBe(0);
    await takePicture(page, 'first-run');
    await page.getByRole('textbox', { name: 'Name of the organization' }).fill('Acme');
    await page.getByRole('textbox', { name: 'Your name' }).fill('Olive Owner');
    await page.getByRole('textbox', { name: 'Email' }).fill('olive@acme.example');
    const isJudged = page.waitForRequest(/password-strength/);
    for (const [password, words] of [
      ['short', 'Too short: 7 characters are missing'],
      ['Password123!', 'Easily guessed'],
      ['a fine password', 'Good'],
      ['correct horse battery staple', 'Strong'],
    ] as const) {
      await page.getByLabel('Password').fill(password);
      await page.getByRole('status').getByText(words).waitFor();
    }
    expect(new URL((await isJudged).url()).origin).toBe(network.gatewayUrl());
    expect(await findings(page)).toEqual([]);
    await takePicture(page, 'first-run-password');
    await page.getByLabel('Password').fill('short');
    await page.getByRole('button', { name: 'Create the organization' }).click();
    await page.getByRole('alert').getByText('at least 12 characters').waitFor();
    await page.getByLabel('Password').fill('a fine password');
    await page.getByRole('button', { name: 'Create the organization' }).click();

    await page.getByRole('heading', { name: 'First channels' }).waitFor();
    expect(page.url()).not.toContain(hash.slice(-20));
    // The back button leaves the client. It does not show an empty inbox.
    await page.goBack();
    expect(page.url()).toBe('about:blank');
    await page.goForward();
    await page.getByRole('heading', { name: 'First channels' }).waitFor();
    expect(await findings(page)).toEqual([]);
    await takePicture(page, 'first-channels');
    await page.getByRole('button', { name: 'Add a channel' }).click();
    await page.getByRole('textbox', { name: 'Channel 3' }).fill('General');
    await page.getByText('Two channels have the name').waitFor();
    await page.getByRole('textbox', { name: 'Channel 3' }).fill('plans');
    // A reload loses only the typed text.
    await page.reload();
    await page.getByRole('heading', { name: 'First channels' }).waitFor();
    await page.getByRole('button', { name: 'Remove random' }).click();
    await page.getByRole('button', { name: 'Create 1 channel' }).click();

    await page.getByRole('heading', { name: 'Invite people' }).waitFor();
    expect(await findings(page)).toEqual([]);
    await takePicture(page, 'first-invitations');
    await page.getByRole('textbox', { name: 'Email addresses' }).fill('not an address');
    await page.getByRole('button', { name: 'Send 1 invitation' }).click();
    await page.getByRole('alert').getByText('These addresses were not invited:').waitFor();
    await page
      .getByRole('alert')
      .getByText(/^not an address: \w/)
      .waitFor();
    await page.getByRole('textbox', { name: 'Email addresses' }).fill('nora@acme.example');
    await page.getByRole('button', { name: 'Send 1 invitation' }).click();
    await page.getByText('1 person was invited.').waitFor();
    await page.getByRole('button', { name: 'Create a link' }).click();
    const link = await page.getByRole('textbox', { name: 'Invitation link' }).inputValue();
    expect(link).toContain('/join/');
    await page.getByRole('link', { name: 'Open Parley' }).click();
    await page.getByRole('navigation', { name: 'Views' }).waitFor();

    const mail = await mailbox.waitFor('nora@acme.example', 'invited');
    const nora = await openTab(browser, mail.link);
    await nora.page.getByRole('textbox', { name: 'Your name' }).fill('Nora');
    await nora.page.getByLabel('Password').fill('a fine password');
    await nora.page.getByRole('button', { name: 'Join' }).click();
    await nora.page.getByRole('navigation', { name: 'Views' }).waitFor();
    const topic = await page.evaluate(async () => {
      const answer = await fetch('/api/v1/get_stream_id?stream=general');
      return `#narrow/channel/${(await answer.json()).stream_id}-general/topic/hello`;
    });
    for (const each of [page, nora.page]) {
      await each.goto(`${network.gatewayUrl()}/${topic}`);
      await each.getByRole('textbox', { name: 'Message', exact: true }).waitFor();
    }
    await write(page, 'Welcome, Nora!');
    await nora.page.getByText('Welcome, Nora!', { exact: true }).waitFor();
    await write(nora.page, 'Glad to be here.');
    await page.getByText('Glad to be here.', { exact: true }).waitFor();
    expect(await textsOnView(page)).toEqual(['Welcome, Nora!', 'Glad to be here.']);
    expect([...problems, ...nora.problems]).toEqual([]);

    // The setup link no longer works, so its address shows the sign-in page.
    const late = await openTab(browser, `${network.gatewayUrl()}/${hash}`);
    await late.page.getByRole('button', { name: 'Log in' }).waitFor();
    for (const each of [page, nora.page, late.page]) await each.context().close();
  });
});
