import { Network, Organization, type Person } from '@parley/test-kit';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Mailbox } from '../../network/notifications/mailbox.ts';
import { findBrowser, openBrowser, openTab, saySkipped } from '../browser.ts';

const executable = findBrowser();
if (!executable) saySkipped('test/web/sign-in/joining.web.ts');

let network: Network;
let browser: Browser;
let alice: Person;
let bob: Person;
let owner: Person;
const mailbox = new Mailbox();

beforeAll(async () => {
  if (!executable) return;
  network = await Network.start({ env: { PARLEY_MAIL_DIR: mailbox.folder } });
  const organization = await Organization.create(network);
  owner = organization.owner;
  ({ alice, bob } = await organization.add('alice', 'bob'));
  browser = await openBrowser(executable);
});

afterAll(async () => {
  await browser?.close();
  await network?.stop();
  mailbox.remove();
});

describe.skipIf(!executable)('the link of a mail or an invitation', () => {
  it('lets an invited person join and signs the person in, and becomes invalid', async () => {
    await alice.api.post('/invites', { invitee_emails: 'nora@test.example', stream_ids: [] });
    const { link } = await mailbox.waitFor('nora@test.example', 'invited');
    const { page, problems } = await openTab(browser, link);
    expect(await page.getByRole('textbox', { name: 'Email' }).inputValue()).toBe('nora@test.example');
    await page.getByRole('textbox', { name: 'Your name' }).fill('Nora');
    await page.getByRole('textbox', { name: 'Password' }).fill('short');
    await page.getByRole('button', { name: 'Join' }).click();
    await page.getByRole('alert').getByText('at least 12 characters').waitFor();
    await page.getByRole('textbox', { name: 'Password' }).fill('a fine password');
    await page.getByRole('button', { name: 'Join' }).click();
    await page.getByRole('navigation', { name: 'Views' }).waitFor();
    // The address bar no longer contains the secret of the link.
    expect(new URL(page.url()).pathname).toBe('/');
    await page.goto(link);
    await page.getByText('not valid any more').waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('asks for an address if it is reusable, and mails a link to the address', async () => {
    const { invite_link } = await owner.api.post('/invites/multiuse', { invite_as: 400 });
    const { page } = await openTab(browser, invite_link as string);
    await page.getByRole('textbox', { name: 'Email' }).fill('walkin@test.example');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('We sent an email to walkin@test.example').waitFor();
    expect((await mailbox.waitFor('walkin@test.example', 'Confirm your address')).link).toContain('/join/');
    await page.context().close();
  });

  it('replaces a forgotten password, once', async () => {
    const { page, problems } = await openTab(browser, network.gatewayUrl());
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await page.getByRole('textbox', { name: 'Email' }).fill(alice.email);
    await page.getByRole('button', { name: 'Send the link' }).click();
    await page.getByText('Check your email').waitFor();
    const { link } = await mailbox.waitFor(alice.email, 'Reset your password');
    for (const password of ['quite another one', 'and one more']) {
      await page.goto(link);
      await page.getByLabel('New password').fill(password);
      await page.getByRole('button', { name: 'Change password' }).click();
      if (password === 'and one more') await page.getByRole('alert').locator('.notice').waitFor();
      else await page.getByText('Your password was changed').waitFor();
    }
    await page.goto(network.gatewayUrl());
    await page.getByRole('textbox', { name: 'Email' }).fill(alice.email);
    await page.getByRole('textbox', { name: 'Password' }).fill('quite another one');
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('navigation', { name: 'Views' }).waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('confirms a new address', async () => {
    await owner.api.patch('/settings', { email: 'moved@test.example' });
    const { link } = await mailbox.waitFor('moved@test.example', 'Confirm');
    const { page } = await openTab(browser, link);
    await page.getByRole('button', { name: 'Use this address' }).click();
    await page.getByText('It is moved@test.example now').waitFor();
    await page.context().close();
  });

  it('works without JavaScript', async () => {
    await bob.api.post('/invites', { invitee_emails: 'plain@test.example', stream_ids: [] });
    const { link } = await mailbox.waitFor('plain@test.example', 'invited');
    const { page } = await openTab(browser, link, { javaScriptEnabled: false });
    await page.getByLabel('Your name').fill('Plain');
    await page.getByLabel('Password').fill('a fine password');
    await page.getByRole('button', { name: 'Join' }).click();
    await page.getByText('You are in').waitFor();
    await page.context().close();
  });
});
