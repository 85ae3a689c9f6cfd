/** Screens of settings and administration that `npm run screens` takes screenshots of. */
import type { Page } from 'playwright-core';
import { channelAddress, open as openAddress, type Screen } from './screen.ts';
import { still } from './still.ts';

/** Opens a settings page and waits until its section is shown. */
async function open(page: Page, url: string, hash: string): Promise<void> {
  await openAddress(page, url, hash);
  await page.locator(':is(.page-body > *, .pages-list, .empty):visible').first().waitFor();
  await page.locator('.skeleton').waitFor({ state: 'detached' });
}

/** Names of the sections of `#settings`. */
export const ownSections = [
  'profile',
  'account',
  'security',
  'sessions',
  'bots',
  'integrations',
  'reminders',
  'files',
  'preferences',
  'notifications',
  'alert-words',
  'muted',
];

/** Names of the sections of `#organization`. */
export const organizationSections = [
  'people',
  'invitations',
  'groups',
  'bots',
  'integrations',
  'profile',
  'settings',
  'permissions',
  'domains',
  'defaults',
  'default-channels',
  'folders',
  'profile-fields',
  'emoji',
  'linkifiers',
  'playgrounds',
  'export',
  'imports',
  'erasures',
  'audit',
  'server',
];

const lists: readonly Screen[] = ['settings', 'organization'].map((name) => ({
  name,
  as: 'owner',
  looks: ['phone'],
  show: (page, url) => open(page, url, `#${name}`),
}));

const own: readonly Screen[] = ownSections.map((section) => ({
  name: `settings-${section}`,
  show: (page, url) => open(page, url, `#settings/${section}`),
}));

const organization: readonly Screen[] = organizationSections.map((section) => ({
  name: `organization-${section}`,
  as: 'owner',
  show: (page, url) => open(page, url, `#organization/${section}`),
}));

async function openChannel(page: Page, url: string, name: string, section: string): Promise<void> {
  const id = (await channelAddress(page, url, name)).split('/').at(-1);
  await open(page, url, `#channels/${id}/${section}`);
}

/** Returns a function that opens a page and presses one of its buttons. */
const pressed = (hash: string, button: string | RegExp) => async (page: Page, url: string) => {
  await open(page, url, hash);
  await page.getByRole('button', { name: button }).first().click();
  await still(page);
};

/** Returns a function that opens a page and follows its first link with a name, such as that of a person or group. */
const itemOf = (hash: string, name: string) => async (page: Page, url: string) => {
  await open(page, url, hash);
  await page.getByRole('main').getByRole('link', { name }).first().click();
  await still(page);
};

/** Returns a function that opens a page and scrolls to one of its headings. */
const scrolledTo =
  (hash: string, heading: string, then?: (page: Page, url: string) => Promise<void>) =>
  async (page: Page, url: string) => {
    await open(page, url, hash);
    await then?.(page, url);
    const title = page.getByRole('heading', { name: heading });
    await title.evaluate((element) => element.scrollIntoView({ block: 'start' }));
    await still(page);
  };

const account: readonly Screen[] = [
  { name: 'settings-account-keys', show: scrolledTo('#settings/account', 'More API keys') },
  { name: 'settings-account-exports', show: scrolledTo('#settings/account', 'Your data') },
  {
    name: 'organization-person-exports',
    as: 'owner',
    show: scrolledTo('#organization/people', 'Data of this person', async (page) => {
      await page.getByRole('main').getByRole('link', { name: 'Marie Member' }).first().click();
    }),
  },
  {
    name: 'dialog-new-app',
    looks: ['light', 'dark', 'phone'],
    show: pressed('#settings/security', 'Set up an authenticator app'),
  },
];

const items: readonly Screen[] = [
  { name: 'channels-all', as: 'owner', show: (page, url) => open(page, url, '#channels/all') },
  { name: 'channels-new', as: 'owner', show: (page, url) => open(page, url, '#channels/new') },
  ...['general', 'permissions', 'members', 'personal'].map(
    (section): Screen => ({
      name: `channel-${section}`,
      as: 'owner',
      show: (page, url) => openChannel(page, url, 'general', section),
    }),
  ),
  {
    name: 'channel-of-a-member',
    looks: ['light', 'phone'],
    show: (page, url) => openChannel(page, url, 'design', 'general'),
  },
  { name: 'organization-person', as: 'owner', show: itemOf('#organization/people', 'Marie Member') },
  { name: 'organization-group', as: 'owner', show: itemOf('#organization/groups', 'designers') },
];

const dialogs: readonly Screen[] = [
  ['invite', '#organization/people', 'Invite people'],
  ['new-group', '#organization/groups', 'Create a group'],
  ['new-bot', '#organization/bots', 'Create a bot'],
  ['permission', '#organization/permissions', /^Change /],
  ['new-linkifier', '#organization/linkifiers', 'Add a linkifier'],
  ['new-field', '#organization/profile-fields', 'Add a field'],
].map(([name, hash, button]) => ({
  name: `dialog-${name}`,
  as: 'owner',
  looks: ['light', 'dark', 'phone'],
  show: pressed(hash as string, button as string | RegExp),
}));

const forVisitors: readonly Screen[] = [
  { name: 'public', as: 'nobody', show: (page, url) => openAddress(page, url, '#public') },
  {
    name: 'public-channel',
    as: 'nobody',
    show: async (page, url) => {
      await openAddress(page, url, '#public');
      await page.getByRole('link', { name: '# releases' }).click();
      await page.waitForTimeout(1_200);
    },
  },
];

export const settingScreens: readonly Screen[] = [
  ...lists,
  ...own,
  ...account,
  ...organization,
  ...items,
  ...dialogs,
  ...forVisitors,
];
