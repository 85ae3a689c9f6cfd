/** Settings pages, their sections and settings, which the palette finds by name. */
import type { Store } from '@parley/client';
import { Building2, type IconNode, Settings } from 'lucide';
import { holdsInOrganization, selfOf } from '../model/rights.ts';
import { isSectionSeen, organizationSections } from '../organization/sections.ts';
import { o, organizationTexts } from '../organization/texts.ts';
import { settingsSections } from '../settings/sections.ts';
import { s, settingsTexts } from '../settings/texts.ts';

export type SettingCommand = {
  readonly label: string;
  /** The page that contains the section, or the page and section that contain the setting. */
  readonly detail: string;
  readonly icon: IconNode;
  readonly href: string;
  /** Whether the entry is a single setting, to which the palette scrolls after it has opened the section. Otherwise it is a section. */
  readonly isSetting: boolean;
};

/** Loads the names in the reader's language. If loading fails, the names are English. */
export const loadSettingNames = (): Promise<unknown> =>
  Promise.allSettled([settingsTexts.load(), organizationTexts.load()]);

/** Returns the sections that the person can see, and their settings. */
export function settingCommands(store: Store): SettingCommand[] {
  const has = holdsInOrganization(store);
  const reader = {
    role: selfOf(store).role,
    mayInvite: has('can_invite_users_group') || has('create_multiuse_invite_group'),
  };
  const own = settingsSections.map(({ name, title, settings }) => ({
    page: s('title'),
    icon: Settings,
    href: `#settings/${name}`,
    title: s(title),
    settings: settings.map((each) => s(each)),
  }));
  const ofOrganization = organizationSections
    .filter((section) => isSectionSeen(section, reader))
    .map((section) => ({
      page: o('title'),
      icon: Building2,
      href: `#organization/${section.name}`,
      title: o(section.title),
      settings: 'settings' in section ? section.settings.map((each) => o(each)) : [],
    }));
  return [...own, ...ofOrganization].flatMap(({ page, icon, href, title, settings }) => [
    { label: title, detail: page, icon, href, isSetting: false },
    ...settings.map((label) => ({ label, detail: `${page} › ${title}`, icon, href, isSetting: true })),
  ]);
}
