import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Network, Organization, type Person, testPassword } from '@parley/test-kit';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { totpCode, totpStep } from '../../../services/user-admin/src/access/domain/totp.ts';
import { openDatabase } from '../../network/open-database.ts';
import { ageProofs, removePassword } from '../../network/roles-and-permissions/stored-proofs.ts';
import { findBrowser, openBrowser, openTab, saySkipped, signIn, soon, type Tab } from '../browser.ts';
import { chooseAction, findings } from '../settings-kit.ts';

const executable = findBrowser();
if (!executable) saySkipped('test/web/sign-in/second-factors.web.ts');

let network: Network;
let browser: Browser;
let organization: Organization;
let db: ReturnType<typeof openDatabase>;

const folder = mkdtempSync(join(tmpdir(), 'parley-factors-'));
const signInFile = join(folder, 'sign-in.json');
const portal = {
  id: 'portal',
  name: 'Portal',
  loginUrl: 'https://portal.example.com',
  issuer: 'portal',
  secret: 'a-secret-of-the-portal-and-this-server',
};

beforeAll(async () => {
  if (!executable) return;
  // Browsers do not create passkeys for IP addresses.
  writeFileSync(signInFile, JSON.stringify({ jwt: [portal] }));
  network = await Network.start({ publicHost: 'localhost', env: { PARLEY_SIGN_IN_FILE: signInFile } });
  organization = await Organization.create(network);
  db = openDatabase(network);
  browser = await openBrowser(executable);
});
afterAll(async () => {
  await browser?.close();
  await db?.close();
  await network?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const home = () => network.gatewayUrl().replace('127.0.0.1', 'localhost');
const add = async (name: string): Promise<Person> => (await organization.add(name))[name]!;

async function openSecurity({ page }: Tab): Promise<Page> {
  await page.goto(`${home()}/#settings/security`);
  await page.getByRole('heading', { name: 'Authenticator app' }).waitFor();
  return page;
}

/** Returns whether an element has the focus. Runs in the page. */
const isFocused = (element: Element) => element === element.ownerDocument.activeElement;

/** Completes the form of the first sign-in step. */
async function enterPassword(page: Page, person: Person): Promise<void> {
  await page.getByRole('textbox', { name: 'Email' }).fill(person.email);
  await page.getByRole('textbox', { name: 'Password' }).fill(testPassword);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
}

const codeField = (page: Page) => page.getByRole('textbox', { name: 'Code of the authenticator app' });

/** Sets up an authenticator app on the settings page. Returns its secret and the recovery codes. */
async function setUpApp(page: Page): Promise<{ secret: string; codes: string[] }> {
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
  await page.getByRole('img', { name: /Scan this/ }).waitFor();
  expect(await codeField(page).evaluate(isFocused)).toBe(true);
  const secret = await page.getByRole('textbox', { name: 'Key', exact: true }).inputValue();
  await codeField(page).fill(totpCode(secret, totpStep(Date.now())));
  await page.getByRole('button', { name: 'Confirm' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('listitem').first().waitFor();
  const codes = await dialog.getByRole('listitem').allInnerTexts();
  await dialog.getByRole('button', { name: 'I have stored them' }).click();
  await page.getByText('An authenticator app is set up.').waitFor();
  return { secret, codes };
}

/** Adds a virtual authenticator to the tab, which verifies the person. */
async function plugInAuthenticator(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

describe.skipIf(!executable)('second factors in the browser', () => {
  it('an authenticator app is set up, required at the sign-in, and replaced by a recovery code', async () => {
    const person = await add('anna');
    const tab = await signIn(browser, home(), person);
    const page = await openSecurity(tab);
    const { secret, codes } = await setUpApp(page);
    expect(codes).toHaveLength(10);
    expect(await findings(page)).toEqual([]);

    const other = await openTab(browser, home());
    await enterPassword(other.page, person);
    await codeField(other.page).fill('000000');
    await other.page.getByRole('button', { name: 'Log in', exact: true }).click();
    await other.page.getByRole('alert').getByText('not right').waitFor();
    expect(await findings(other.page)).toEqual([]);
    await codeField(other.page).fill(totpCode(secret, totpStep(Date.now()) + 1));
    // Completes the step with the keyboard only.
    await other.page.keyboard.press('Enter');
    await other.page.getByRole('navigation', { name: 'Views' }).waitFor();

    const third = await openTab(browser, home(), { viewport: { width: 390, height: 800 } });
    await enterPassword(third.page, person);
    await third.page.getByRole('button', { name: 'Use a recovery code' }).click();
    expect(await third.page.getByRole('textbox', { name: 'Recovery code' }).evaluate(isFocused)).toBe(true);
    await third.page.getByRole('textbox', { name: 'Recovery code' }).fill(codes[0]!);
    await third.page.getByRole('button', { name: 'Log in', exact: true }).click();
    await third.page.getByRole('navigation').first().waitFor();
    for (const { page: each, problems } of [tab, other, third]) {
      expect(problems).toEqual([]);
      await each.context().close();
    }
  });

  it('a passkey is added, completes a sign-in, and signs in alone', async () => {
    const person = await add('ben');
    const tab = await signIn(browser, home(), person);
    await plugInAuthenticator(tab.page);
    const page = await openSecurity(tab);
    await page.getByRole('textbox', { name: 'Name of the passkey' }).fill('Test phone');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'I have stored them' }).click();
    await page.getByText('Test phone').waitFor();
    await chooseAction(page, 'Test phone', 'Rename');
    const form = page.getByRole('dialog', { name: 'Rename' });
    await form.getByRole('textbox', { name: 'Name of the passkey' }).fill('Work phone');
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Work phone').waitFor();
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByRole('alert').getByText('This device already has a passkey for your account.').waitFor();

    await page.context().clearCookies();
    await page.goto(home());
    await enterPassword(page, person);
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await page.getByRole('navigation', { name: 'Views' }).waitFor();

    await page.context().clearCookies();
    await page.goto(home());
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await page.getByRole('navigation', { name: 'Views' }).waitFor();
    expect(tab.problems).toEqual([]);
    await page.context().close();
  });

  it('a factor that the organization requires is enrolled at the sign-in, in German', async () => {
    const person = await add('cleo');
    await organization.owner.api.patch('/realm', { require_second_factor: 'members' });
    try {
      const tab = await openTab(browser, home(), { locale: 'de-DE' });
      const { page } = tab;
      await page.getByRole('textbox', { name: 'E-Mail' }).fill(person.email);
      await page.getByRole('textbox', { name: 'Passwort' }).fill(testPassword);
      await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
      await page.getByRole('heading', { name: 'Zweiten Faktor einrichten' }).waitFor();
      expect(await findings(page)).toEqual([]);
      await page.getByRole('button', { name: 'Authenticator-App einrichten' }).click();
      const secret = await page.getByRole('textbox', { name: 'Schlüssel' }).inputValue();
      const code = totpCode(secret, totpStep(Date.now()));
      await page.getByRole('textbox', { name: 'Code der Authenticator-App' }).fill(code);
      await page.getByRole('button', { name: 'Bestätigen' }).click();
      await page.getByRole('button', { name: 'Ich habe sie aufbewahrt' }).click();
      await page.getByRole('navigation').first().waitFor();
      expect(tab.problems).toEqual([]);
      await page.context().close();
    } finally {
      await organization.owner.api.patch('/realm', { require_second_factor: 'nobody' });
    }
  });

  it('a person without a factor confirms steps with the password, which then continue', async () => {
    const person = await add('dora');
    await organization.owner.api.patch(`/users/${person.userId}`, { role: 200 });
    const tab = await signIn(browser, home(), person);
    const { page } = tab;
    const confirmed = page.getByRole('dialog', { name: 'Confirm that it is you' });
    const confirm = async (password: string) => {
      await confirmed.getByRole('textbox', { name: 'Password' }).fill(password);
      await confirmed.getByRole('button', { name: 'Confirm' }).click();
    };
    await page.goto(`${home()}/#organization/bots`);
    await ageProofs(db, person.userId);
    await page.getByRole('button', { name: 'Create a bot' }).click();
    const form = page.getByRole('dialog', { name: 'Create a bot' });
    // All of this works with the keyboard alone.
    await page.keyboard.type('Builder');
    await page.keyboard.press('Enter');
    const field = confirmed.getByRole('textbox', { name: 'Password' });
    const hasFocus = (of: Locator) => expect.poll(() => of.evaluate(isFocused), soon).toBe(true);
    await hasFocus(field);
    await page.keyboard.type('a wrong password');
    await page.keyboard.press('Enter');
    await confirmed.getByRole('alert').getByText('Wrong password!').waitFor();
    await hasFocus(field);
    expect(await field.inputValue()).toBe('');
    expect(await findings(page)).toEqual([]);
    // Who declines comes back to the form, which says nothing of an error and has lost nothing.
    await page.keyboard.press('Escape');
    await confirmed.waitFor({ state: 'detached' });
    await hasFocus(form.getByRole('textbox', { name: 'Name' }).first());
    expect(await form.getByRole('alert').textContent()).toBe('');
    await form.getByRole('button', { name: 'Create a bot' }).click();
    await hasFocus(field);
    await confirmed.getByRole('button', { name: 'Cancel' }).click();
    await confirmed.waitFor({ state: 'detached' });
    await hasFocus(form.getByRole('button', { name: 'Create a bot' }));
    await page.keyboard.press('Enter');
    await confirm(testPassword);
    const shown = page.getByRole('dialog', { name: /Builder/ });
    await shown.waitFor();
    await page.keyboard.press('Escape');

    await ageProofs(db, person.userId);
    await chooseAction(page, 'Builder', 'Show key');
    await confirmed.getByRole('button', { name: 'Close' }).click();
    await confirmed.waitFor({ state: 'detached' });
    expect(await page.getByRole('log', { name: 'Notices' }).textContent()).toBe('');
    await chooseAction(page, 'Builder', 'Show key');
    await confirm(testPassword);
    await shown.waitFor();
    expect(tab.problems.filter((problem) => !/40[03]/.test(problem))).toEqual([]);
    await page.context().close();
  });

  it('a person without a password is led to the sign-in of the company', async () => {
    const person = await add('emil');
    const tab = await signIn(browser, home(), person);
    const { page } = tab;
    await removePassword(db, person.userId);
    await ageProofs(db, person.userId);
    await page.goto(`${home()}/#settings/account`);
    await page.getByRole('button', { name: 'Create a key', exact: true }).click();
    const form = page.getByRole('dialog', { name: 'Create a key' });
    await form.getByRole('textbox', { name: 'Key name' }).fill('Script');
    await form.getByRole('button', { name: 'Create a key' }).click();
    const question = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await question.getByText('This step needs a recent login.').waitFor();
    await question.getByRole('link', { name: 'Choose a password instead' }).waitFor();
    const link = question.getByRole('link', { name: 'Portal' });
    expect(await link.getAttribute('href')).toContain(`next=${encodeURIComponent('/#settings/account')}`);
    expect(await findings(page)).toEqual([]);
    expect(tab.problems.filter((problem) => !problem.includes('403'))).toEqual([]);
    await page.context().close();
  });
});
