import { Network, Organization, type Person, testPassword } from '@parley/test-kit';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { totpCode, totpStep } from '../../../services/user-admin/src/access/domain/totp.ts';
import { Mailbox } from '../../network/notifications/mailbox.ts';
import { findBrowser, openBrowser, openTab, saySkipped, signIn, type Tab } from '../browser.ts';
import { chooseAction } from '../settings-kit.ts';

// Tests changes of accounts: by the people themselves, and by administrators.

const executable = findBrowser();
if (!executable) saySkipped('test/web/sign-in/account-flows.web.ts');

let network: Network;
let browser: Browser;
let owner: Person;
let alice: Person;
let bob: Person;
let carol: Person;
const mailbox = new Mailbox();
const password = testPassword;

beforeAll(async () => {
  if (!executable) return;
  network = await Network.start({ env: { PARLEY_MAIL_DIR: mailbox.folder } });
  const organization = await Organization.create(network);
  owner = organization.owner;
  ({ alice, bob, carol } = await organization.add('alice', 'bob', 'carol'));
  browser = await openBrowser(executable);
});

afterAll(async () => {
  await browser?.close();
  await network?.stop();
  mailbox.remove();
});

async function open(tab: Tab, hash: string, heading: string): Promise<Page> {
  await tab.page.goto(`${network.gatewayUrl()}/${hash}`);
  await tab.page.getByRole('heading', { name: heading, exact: true }).first().waitFor();
  return tab.page;
}

const here = (person: Pick<Person, 'email'>) => signIn(browser, network.gatewayUrl(), person);

async function logIn(page: Page, email: string, given: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(given);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
}

describe.skipIf(!executable)('people', () => {
  it('change their mail address, which takes effect once they open the link in the mail', async () => {
    const tab = await here(alice);
    const page = await open(tab, '#settings/account', 'Account and privacy');
    await page.getByRole('textbox', { name: 'New address' }).fill(bob.email);
    await page.getByRole('button', { name: 'Change email address' }).click();
    await page.getByRole('alert').locator('.notice').waitFor();
    await page.getByRole('textbox', { name: 'New address' }).fill('alice@new.example');
    await page.getByRole('button', { name: 'Change email address' }).click();
    await page.getByText('We emailed a link to alice@new.example.').waitFor();
    expect((await alice.api.get('/users/me')).delivery_email).toBe(alice.email);
    const { link } = await mailbox.waitFor('alice@new.example', 'Confirm');
    const other = await openTab(browser, link);
    await other.page.getByRole('button', { name: 'Use this address' }).click();
    await other.page.getByText('It is alice@new.example now').waitFor();
    await page.locator('strong', { hasText: 'alice@new.example' }).waitFor();
    expect(tab.problems).toEqual([]);
    await Promise.all([page.context().close(), other.page.context().close()]);
    const again = await here({ email: 'alice@new.example' });
    await again.page.context().close();
  });

  it('change their password: other browsers are logged out, and only the new password works', async () => {
    const [tab, elsewhere] = [await here(bob), await here(bob)];
    const page = await open(tab, '#settings/account', 'Account and privacy');
    await page.getByLabel('Current password').fill(password);
    await page.getByLabel('New password').fill('a much better one');
    await page.getByRole('button', { name: 'Change password' }).click();
    const asked = page.getByRole('dialog', { name: 'Your password was changed' });
    await asked.getByRole('button', { name: 'Continue' }).click();
    await asked.waitFor({ state: 'detached' });
    expect(await page.getByLabel('New password').inputValue()).toBe('');
    await elsewhere.page.reload();
    await elsewhere.page.getByRole('textbox', { name: 'Email' }).waitFor();
    await logIn(elsewhere.page, bob.email, password);
    await elsewhere.page.getByRole('alert').locator('.notice').waitFor();
    await logIn(elsewhere.page, bob.email, 'a much better one');
    await elsewhere.page.getByRole('navigation', { name: 'Views' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Account and privacy' }).first().waitFor();
    expect(tab.problems).toEqual([]);
    await Promise.all([page.context().close(), elsewhere.page.context().close()]);
  });
});

describe.skipIf(!executable)('administrators', () => {
  it('send an invitation again: the former link becomes invalid, the new one lets the person join', async () => {
    const tab = await here(owner);
    const page = await open(tab, '#organization/invitations', 'Invitations');
    await page.getByRole('button', { name: 'Invite people' }).click();
    await page.getByLabel('Email addresses').fill('nora@test.example');
    await page.getByRole('button', { name: 'Send invitations' }).click();
    const first = await mailbox.waitFor('nora@test.example', 'invited');
    await chooseAction(page, 'nora@test.example', 'Send again');
    await page.getByText('The invitation was sent again. The old link no longer works.').waitFor();
    await expect
      .poll(async () => (await mailbox.all()).filter(({ to }) => to === 'nora@test.example').length)
      .toBe(2);
    const second = await mailbox.waitFor('nora@test.example', 'invited');
    expect(second.link).not.toBe(first.link);
    const guest = await openTab(browser, first.link);
    await guest.page.getByText('not valid any more').waitFor();
    await guest.page.goto(second.link);
    await guest.page.getByRole('textbox', { name: 'Your name' }).fill('Nora');
    await guest.page.getByRole('textbox', { name: 'Password' }).fill('a fine password');
    await guest.page.getByRole('button', { name: 'Join' }).click();
    await guest.page.getByRole('navigation', { name: 'Views' }).waitFor();
    // The invitation was used, so it disappears from the list.
    await page.getByText('No open invitations.').waitFor();
    expect(tab.problems).toEqual([]);
    await Promise.all([page.context().close(), guest.page.context().close()]);
  });

  it('give a bot another owner, who then manages it', async () => {
    const { user_id: botId } = await carol.api.post('/bots', { full_name: 'Courier', short_name: 'courier' });
    const tab = await here(owner);
    const page = await open(tab, '#organization/bots', 'Bots');
    await chooseAction(page, 'Courier', 'Edit');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Owner' }).fill('Owner');
    await page.getByRole('listbox').getByRole('option').first().click();
    await expect
      .poll(async () => (await owner.api.get(`/users/${botId}`)).user.bot_owner_id)
      .toBe(owner.userId);
    await page.keyboard.press('Escape');
    await page.getByText('Owned by Owner').waitFor();
    await expect(carol.api.patch(`/bots/${botId}`, { full_name: 'Mine' })).rejects.toMatchObject({
      status: 400,
    });
    expect(tab.problems).toEqual([]);
    await page.context().close();
  });

  it('reset the second factors of a person who lost them', async () => {
    const theirs = await here({ email: 'alice@new.example' });
    const security = await open(theirs, '#settings/security', 'Two-factor authentication');
    await security.getByRole('button', { name: 'Set up an authenticator app' }).click();
    const secret = await security.getByRole('textbox', { name: 'Key', exact: true }).inputValue();
    await security
      .getByRole('textbox', { name: 'Code of the authenticator app' })
      .fill(totpCode(secret, totpStep(Date.now())));
    await security.getByRole('button', { name: 'Confirm' }).click();
    await security.getByRole('button', { name: 'I have stored them' }).click();
    await security.getByText('An authenticator app is set up.').waitFor();

    const tab = await here(owner);
    const page = await open(tab, `#organization/people/${alice.userId}`, 'People');
    await page.getByRole('button', { name: 'Reset two-factor authentication' }).click();
    const question = page.getByRole('dialog', { name: 'Reset two-factor authentication for alice?' });
    await question.getByRole('button', { name: 'Reset two-factor authentication' }).click();
    await question.waitFor({ state: 'detached' });
    await security.reload();
    await logIn(security, 'alice@new.example', password);
    await security.getByRole('navigation').first().waitFor();
    await open(theirs, '#settings/security', 'Two-factor authentication');
    await security.getByRole('button', { name: 'Set up an authenticator app' }).waitFor();
    expect(tab.problems).toEqual([]);
    await Promise.all([page.context().close(), security.context().close()]);
  });
});
