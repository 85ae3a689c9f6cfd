/** Screens that `npm run screens` takes screenshots of. */
import type { Page } from 'playwright-core';
import { showFormats } from './browser.ts';
import { channelAddress, open, type Screen } from './screen.ts';
import {
  archivedChannel,
  longChannel,
  longTopic,
  rightToLeftTopic,
  showHugeOrganization,
} from './screen-data.ts';
import { settingScreens } from './screen-list-settings.ts';
import { still } from './still.ts';

async function openTopic(page: Page, url: string, channel: string, topic: string): Promise<void> {
  const encoded = encodeURIComponent(topic).replaceAll('.', '%2E').replaceAll('%', '.');
  await open(page, url, `${await channelAddress(page, url, channel)}/topic/${encoded}`);
}

const search = (page: Page, url: string) => openTopic(page, url, 'engineering', 'search is slow');
const field = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true });

/** Opens the menu of the last message and chooses an entry. */
async function chooseOfMessage(page: Page, entry: string): Promise<void> {
  const message = page.getByRole('article').last();
  await message.hover();
  await message.getByRole('button', { name: 'More actions' }).click({ force: true });
  await page.getByRole('menuitem', { name: entry }).click();
  await still(page);
}

const general: readonly Screen[] = [
  { name: 'sign-in', as: 'nobody', show: (page, url) => open(page, url, '') },
  {
    name: 'sign-in-refused',
    as: 'nobody',
    looks: ['light'],
    async show(page, url) {
      await open(page, url, '');
      await page.getByRole('textbox', { name: 'Email' }).fill('marie@demo.example');
      await page.getByRole('textbox', { name: 'Password' }).fill('a wrong password');
      await page.getByRole('button', { name: 'Log in' }).click();
      await still(page);
    },
  },
  {
    name: 'forgotten-password',
    as: 'nobody',
    looks: ['light', 'phone'],
    show: (page, url) => open(page, url, '', 'reset-password'),
  },
  { name: 'inbox', show: (page, url) => open(page, url, '#inbox') },
  { name: 'topic', show: search },
  { name: 'topic-picture', show: (page, url) => openTopic(page, url, 'design', 'colours') },
  { name: 'topic-poll', show: (page, url) => openTopic(page, url, 'design', 'logo') },
  { name: 'topic-todo', show: (page, url) => openTopic(page, url, 'engineering', 'release 0.2') },
  { name: 'topic-empty', show: (page, url) => openTopic(page, url, 'general', 'a new topic') },
  { name: 'channel', show: async (page, url) => open(page, url, await channelAddress(page, url, 'design')) },
  { name: 'feed', show: (page, url) => open(page, url, '#feed') },
  { name: 'recent', show: (page, url) => open(page, url, '#recent') },
  { name: 'mentions', show: (page, url) => open(page, url, '#narrow/is/mentioned') },
  { name: 'starred-nothing', looks: ['light'], show: (page, url) => open(page, url, '#narrow/is/starred') },
  { name: 'drafts', show: (page, url) => open(page, url, '#drafts') },
  { name: 'scheduled', looks: ['light', 'phone'], show: (page, url) => open(page, url, '#scheduled') },
  { name: 'search-nothing', show: (page, url) => open(page, url, '#narrow/search/zzzz') },
  { name: 'search-found', looks: ['light'], show: (page, url) => open(page, url, '#narrow/search/noodles') },
  { name: 'channels', looks: ['phone'], show: (page, url) => open(page, url, '#channels') },
  { name: 'direct-list', looks: ['phone'], show: (page, url) => open(page, url, '#direct') },
  { name: 'search', looks: ['phone'], show: (page, url) => open(page, url, '#search') },
];

const layers: readonly Screen[] = [
  {
    name: 'message-menu',
    async show(page, url) {
      await search(page, url);
      const message = page.getByRole('article').last();
      await message.hover();
      await message.getByRole('button', { name: 'More actions' }).click({ force: true });
      await still(page);
    },
  },
  {
    name: 'emoji-picker',
    async show(page, url) {
      await search(page, url);
      const message = page.getByRole('article').last();
      await message.hover();
      await message.getByRole('button', { name: 'React' }).click({ force: true });
      await still(page);
    },
  },
  {
    name: 'completion',
    async show(page, url) {
      await openTopic(page, url, 'design', 'logo');
      // Removes the draft that the previous screenshot of this screen left.
      await field(page).fill('');
      await field(page).pressSequentially('What do you think, @m');
      await still(page);
    },
  },
  {
    name: 'shortcuts',
    looks: ['light', 'dark', 'tablet'],
    async show(page, url) {
      await open(page, url, '#inbox');
      await page.keyboard.press('?');
      await still(page);
    },
  },
  {
    name: 'palette',
    looks: ['light', 'dark', 'phone'],
    async show(page, url) {
      await open(page, url, '#inbox');
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox').fill('s');
      await still(page);
    },
  },
  {
    name: 'search-operators',
    looks: ['light', 'dark'],
    async show(page, url) {
      await open(page, url, '#inbox');
      await page.keyboard.press('/');
      await page.getByRole('combobox', { name: 'Search' }).fill('from:');
      await still(page);
    },
  },
  {
    name: 'user-card',
    looks: ['light', 'dark', 'phone'],
    async show(page, url) {
      await search(page, url);
      await page.getByRole('article').getByRole('button', { name: 'Mei Member' }).first().click();
      await still(page);
    },
  },
  {
    name: 'main-menu',
    looks: ['light', 'dark'],
    async show(page, url) {
      await open(page, url, '#inbox');
      await page.getByRole('button', { name: 'Menu', exact: true }).click();
      await still(page);
    },
  },
  {
    name: 'status-dialog',
    looks: ['light', 'phone'],
    async show(page, url) {
      await open(page, url, '#inbox');
      await page.keyboard.press('g');
      await page.getByRole('menuitem', { name: 'Set status' }).click();
      await still(page);
    },
  },
  {
    name: 'schedule-dialog',
    looks: ['light', 'phone'],
    async show(page, url) {
      await search(page, url);
      await field(page).fill('Later');
      await page.getByRole('button', { name: 'Schedule' }).click();
      await still(page);
    },
  },
  {
    name: 'move-dialog',
    looks: ['light'],
    async show(page, url) {
      await search(page, url);
      await chooseOfMessage(page, 'Move');
    },
  },
  {
    name: 'message-selected',
    looks: ['light', 'dark'],
    async show(page, url) {
      await search(page, url);
      await page.keyboard.press('j');
      await page.keyboard.press('k');
      await still(page);
    },
  },
  {
    name: 'preview',
    looks: ['light'],
    async show(page, url) {
      await search(page, url);
      await field(page).fill('Some **strong** text, `code` and\n\n* a list\n* of things');
      await showFormats(page);
      await page.getByRole('button', { name: 'Preview' }).click();
      await still(page);
    },
  },
  {
    name: 'image-viewer',
    looks: ['light', 'phone'],
    async show(page, url) {
      await openTopic(page, url, 'design', 'colours');
      await page.locator('.message_inline_image a').first().click();
      await still(page);
    },
  },
  {
    name: 'people',
    looks: ['tablet', 'phone'],
    async show(page, url) {
      await search(page, url);
      await page.getByRole('button', { name: 'People' }).click();
      await still(page);
    },
  },
];

/** Makes the sign-in page offer identity providers. */
async function offerProviders(page: Page): Promise<void> {
  const methods = [
    ['oidc:company', 'Company', '/accounts/login/social/oidc/company'],
    ['saml:corp', 'Corp of Northern Europe', '/accounts/login/social/saml/corp'],
  ].map(([name, display_name, login_url]) => ({
    name,
    display_name,
    display_icon: null,
    login_url,
    signup_url: login_url,
  }));
  await page.route('**/api/v1/server_settings*', async (route) => {
    const response = await route.fetch();
    const settings = await response.json();
    await route.fulfill({ response, json: { ...settings, external_authentication_methods: methods } });
  });
}

const special: readonly Screen[] = [
  {
    name: 'special-sign-in-providers',
    as: 'nobody',
    async show(page, url) {
      await offerProviders(page);
      await open(page, url, '');
    },
  },
  {
    name: 'special-second-factor',
    as: 'nobody',
    async show(page, url) {
      await page.route('**/api/v1/sessions', (route) =>
        route.fulfill({
          status: 403,
          json: {
            result: 'error',
            code: 'SECOND_FACTOR_REQUIRED',
            msg: 'A second factor is required.',
            token: 'a-token',
            factors: ['totp', 'passkey', 'recovery_code'],
          },
        }),
      );
      await open(page, url, '');
      await page.getByRole('textbox', { name: 'Email' }).fill('marie@demo.example');
      await page.getByRole('textbox', { name: 'Password' }).fill('a password');
      await page.getByRole('button', { name: 'Log in', exact: true }).click();
      await still(page);
    },
  },
  {
    name: 'special-security',
    async show(page, url) {
      const now = Math.floor(Date.now() / 1_000);
      const passkey = (id: number, name: string, last_used: number | null) => ({
        id,
        name,
        created: now - id * 900_000,
        last_used,
      });
      await page.route('**/api/v1/users/me/second_factors*', (route) =>
        route.fulfill({
          json: {
            result: 'success',
            msg: '',
            has_totp: true,
            passkeys: [passkey(1, 'Phone', now - 4_000), passkey(2, 'Security key in the office', null)],
            recovery_codes: 8,
            is_required: true,
          },
        }),
      );
      await open(page, url, '#settings/security');
      await page.getByText('An authenticator app is set up.').waitFor();
      await still(page);
    },
  },
  {
    name: 'special-offline',
    looks: ['light', 'dark', 'phone'],
    async show(page, url) {
      await search(page, url);
      await page.route('**/api/v1/**', (route) => route.abort());
      await page.context().setOffline(true);
      await field(page).fill('Written without a connection');
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      await page.locator('.connection.is-shown').waitFor();
      await page.locator('.is-outgoing .notice').waitFor();
      await still(page);
    },
  },
  {
    name: 'special-refused',
    looks: ['light', 'phone'],
    async show(page, url) {
      await search(page, url);
      await page.route('**/api/v1/messages', (route) =>
        route.fulfill({
          status: 400,
          json: { result: 'error', code: 'BAD_REQUEST', msg: 'You may not write here.' },
        }),
      );
      await field(page).fill('This is refused');
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      await page.locator('.is-failed').waitFor();
      await still(page);
    },
  },
  {
    name: 'special-loading',
    looks: ['light'],
    async show(page, url) {
      await page.route('**/api/v1/messages?**', () => undefined);
      await page.goto(`${url}/${await channelAddress(page, url, 'general')}/topic/never.20read`);
      await page.locator('.message-skeletons').waitFor();
      await page.getByRole('navigation', { name: 'Channels' }).waitFor();
      // The grey bars are transparent for the first 150 ms, which Playwright does not take into account.
      await page.waitForTimeout(400);
    },
  },
  {
    name: 'special-failed',
    looks: ['light'],
    async show(page, url) {
      await page.route('**/api/v1/messages?**', (route) =>
        route.fulfill({ status: 400, json: { result: 'error', code: 'BAD_REQUEST', msg: 'No' } }),
      );
      await openTopic(page, url, 'general', 'never read');
    },
  },
  {
    name: 'special-archived',
    looks: ['light'],
    show: (page, url) => openTopic(page, url, archivedChannel, 'last words'),
  },
  {
    name: 'special-long-names',
    looks: ['light', 'dark', 'phone', 'tablet'],
    show: (page, url) => openTopic(page, url, longChannel, longTopic),
  },
  {
    name: 'special-huge-inbox',
    looks: ['light', 'phone'],
    async show(page, url) {
      await showHugeOrganization(page);
      await open(page, url, '#inbox');
    },
  },
  {
    name: 'special-guest',
    as: 'guest',
    looks: ['light', 'phone'],
    show: (page, url) => openTopic(page, url, 'general', 'lunch'),
  },
  {
    name: 'special-right-to-left',
    looks: ['light', 'dark', 'phone'],
    async show(page, url) {
      await openTopic(page, url, 'general', rightToLeftTopic);
      await page.evaluate(`document.documentElement.dir = 'rtl'`);
      await still(page);
    },
  },
  {
    name: 'special-large-text',
    looks: ['light', 'tablet'],
    async show(page, url) {
      await search(page, url);
      await page.evaluate(`document.documentElement.style.fontSize = '200%'`);
      await still(page);
    },
  },
  {
    name: 'special-large-text-inbox',
    looks: ['light'],
    async show(page, url) {
      await open(page, url, '#inbox');
      await page.evaluate(`document.documentElement.style.fontSize = '200%'`);
      await still(page);
    },
  },
  {
    name: 'special-german',
    looks: ['light', 'phone'],
    locale: 'de-DE',
    show: (page, url) => open(page, url, '#inbox'),
  },
];

export const screens: readonly Screen[] = [...general, ...settingScreens, ...layers, ...special];
