import { type Registration, Store } from '@parley/client';
import { expect, it } from 'vitest';
import { settingCommands } from './setting-commands.ts';

const everyone = 1;

function commandsFor(role: number) {
  const store = new Store();
  store.load({
    user_id: 1,
    realm_users: [{ user_id: 1, role }],
    realm_user_groups: [{ id: everyone, name: 'everyone', members: [1], direct_subgroup_ids: [] }],
  } as unknown as Registration);
  return settingCommands(store);
}

it('settings are found by their names, with the page and section where they are', () => {
  expect(commandsFor(400)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        label: 'Notifications',
        detail: 'Settings',
        href: '#settings/notifications',
      }),
      expect.objectContaining({
        label: 'Theme',
        detail: 'Settings › Preferences',
        href: '#settings/preferences',
      }),
      expect.objectContaining({ href: '#organization/permissions', isSetting: true }),
    ]),
  );
});

it('sections that the person does not see are not found', () => {
  const sectionsOf = (role: number) => new Set(commandsFor(role).map(({ href }) => href));
  expect(sectionsOf(600).has('#organization/settings')).toBe(false);
  expect(sectionsOf(400).has('#organization/settings')).toBe(true);
  expect(sectionsOf(400).has('#organization/export')).toBe(false);
  expect(sectionsOf(200).has('#organization/export')).toBe(true);
  expect(sectionsOf(200).has('#organization/audit')).toBe(false);
  expect(sectionsOf(100).has('#organization/audit')).toBe(true);
});
