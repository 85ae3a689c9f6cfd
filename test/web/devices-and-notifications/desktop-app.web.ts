import { createDecipheriv } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Person } from '@parley/test-kit';
import { testPassword } from '@parley/test-kit';
import { OidcStandIn } from '@parley/test-servers';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser, openTab, saySkipped, soon } from '../browser.ts';
import { Team } from '../team.ts';

// The client in the desktop app, which adds `electron_bridge` to the page
// (https://github.com/zulip/zulip-desktop/blob/main/app/renderer/js/electron-bridge.ts).

const executable = findBrowser();
if (!executable) saySkipped('test/web/devices-and-notifications/desktop-app.web.ts');

const folder = mkdtempSync(join(tmpdir(), 'parley-desktop-'));
const key = 'a5'.repeat(16) + '0f'.repeat(16);

let provider: OidcStandIn;
let team: Team;
let alice: Person;
let bob: Person;

beforeAll(async () => {
  if (!executable) return;
  provider = await OidcStandIn.start();
  const file = join(folder, 'sign-in.json');
  const company = { id: 'company', name: 'Company', issuer: provider.issuer, clientId: 'parley' };
  writeFileSync(file, JSON.stringify({ oidc: [{ ...company, clientSecret: { env: 'COMPANY_SECRET' } }] }));
  const env = { PARLEY_SIGN_IN_FILE: file, COMPANY_SECRET: 'client-secret' };
  team = await Team.start(executable, { env });
  ({ alice, bob } = team);
});

afterAll(async () => {
  await team?.[Symbol.asyncDispose]();
  provider?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** What the page has told the app. */
type Noted = { sent: [string, unknown][]; notifications: string[]; opened: string[] };

/** Opens the sign-in page in the app. */
async function openInApp(): Promise<Page> {
  const { page } = await openTab(team.browser, 'about:blank');
  await page.addInitScript((hex) => {
    const listeners: Record<string, () => void> = {};
    const dispatches: ((type: string) => boolean)[] = [];
    const noted: Noted = { sent: [], notifications: [], opened: [] };
    const electron_bridge = {
      decrypt_clipboard: () => ({
        version: 1,
        key: Uint8Array.from(hex.match(/../g)!, (byte) => Number.parseInt(byte, 16)),
        pasted: new Promise((resolve) => Object.assign(globalThis, { paste: resolve })),
      }),
      send_event: (name: string, value: unknown) => noted.sent.push([name, value]),
      on_event: (name: string, listener: () => void) => {
        listeners[name] = listener;
      },
      new_notification: (title: string, { body }: { body: string }, dispatch: (type: string) => boolean) => {
        noted.notifications.push(`${title}: ${body}`);
        dispatches.push(dispatch);
        return { close: () => undefined };
      },
    };
    Object.assign(globalThis, {
      electron_bridge,
      noted,
      choose: (name: string) => listeners[name]!(),
      click: () => dispatches.at(-1)!('click'),
      open: (url: string) => noted.opened.push(url),
    });
    Object.defineProperty(Notification, 'permission', { value: 'granted' });
    document.hasFocus = () => false;
  }, key);
  await page.goto(team.url());
  return page;
}

async function signInToApp(): Promise<Page> {
  const page = await openInApp();
  await page.getByRole('textbox', { name: 'Email' }).fill(alice.email);
  await page.getByRole('textbox', { name: 'Password' }).fill(testPassword);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.getByRole('navigation', { name: 'Views' }).waitFor();
  return page;
}

const noted = (page: Page) => page.evaluate('noted') as Promise<Noted>;
const choose = (page: Page, entry: string) => page.evaluate(`choose('${entry}')`);
const lastSent = async (page: Page, name: string): Promise<unknown> =>
  (await noted(page)).sent.findLast(([each]) => each === name)?.[1];

/** Decrypts a ticket as the app does. */
function decrypted(sealed: string): string {
  const bytes = Buffer.from(sealed, 'hex');
  const decipher = createDecipheriv('aes-256-gcm', Buffer.from(key, 'hex'), bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(-16));
  return decipher.update(bytes.subarray(12, -16), undefined, 'utf8') + decipher.final('utf8');
}

describe.skipIf(!executable)('the desktop app', () => {
  it('signs a person in at the identity provider, in their own browser', async () => {
    provider.person = {
      sub: 'alice-at-company',
      email: alice.email,
      email_verified: true,
      name: 'alice',
    };
    const page = await openInApp();
    await page.getByRole('link', { name: 'Company' }).click();
    const [address] = (await noted(page)).opened;
    expect(address).toContain(`?desktop_flow_otp=${key}`);
    const { page: browserPage } = await openTab(team.browser, new URL(address!, team.url()).href);
    const sealed = await browserPage.getByRole('textbox').inputValue();
    await page.evaluate(`paste(${JSON.stringify(decrypted(sealed))})`);
    await page.getByRole('button').click();
    await page.getByRole('navigation', { name: 'Views' }).waitFor();
    await browserPage.context().close();
    await page.context().close();
  });

  it('shows the name and icon of the organization, and the number of unread messages', async () => {
    await alice.api.post('/mark_all_as_read');
    const page = await signInToApp();
    const name = await page.locator('.organization-name').textContent();
    await expect.poll(() => lastSent(page, 'realm_name'), soon).toBe(name);
    expect(await lastSent(page, 'realm_icon_url')).toMatch(/^http/);
    await expect.poll(() => lastSent(page, 'total_unread_count'), soon).toBe(0);
    const icon = () => page.locator('link[rel="icon"]').getAttribute('href');
    await bob.send('design', 'a message', 'desktop');
    await expect.poll(() => lastSent(page, 'total_unread_count'), soon).toBe(1);
    expect(await icon()).not.toContain('favicon-pms');
    await bob.sendDirect([alice], 'a direct one');
    await expect.poll(() => lastSent(page, 'total_unread_count'), soon).toBe(2);
    await expect.poll(icon, soon).toContain('favicon-pms');
    await alice.api.post('/mark_all_as_read');
    await expect.poll(icon, soon).not.toContain('favicon-pms');
    await page.context().close();
  });

  it('shows notifications, and opens the conversation at a click', async () => {
    const page = await signInToApp();
    await bob.sendDirect([alice], 'over here');
    await expect.poll(async () => (await noted(page)).notifications, soon).toEqual(['bob · bob: over here']);
    await page.evaluate('click()');
    await page.getByRole('article').filter({ hasText: 'over here' }).waitFor();
    await page.context().close();
  });

  it('opens shortcuts and settings, and signs out, from its menu', async () => {
    const page = await signInToApp();
    await choose(page, 'show-keyboard-shortcuts');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await page.keyboard.press('Escape');
    await choose(page, 'show-notification-settings');
    await page.getByRole('heading', { name: 'Notifications' }).first().waitFor();
    await choose(page, 'logout');
    await page.getByRole('textbox', { name: 'Email' }).waitFor();
    expect(await lastSent(page, 'total_unread_count')).toBe(0);
    // Nobody is signed in, so the entry has no effect.
    await choose(page, 'logout');
    await page.context().close();
  });
});
