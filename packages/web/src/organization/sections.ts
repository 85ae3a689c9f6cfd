import { organizationSettings, type SettingDescription } from '@parley/client/settings';
import { roles } from '@parley/rules/roles';
import { permissionGroups } from './permissions/permission-groups.ts';
import type { SettingText, Subject } from './settings/setting-texts.ts';
import type { OrganizationText } from './texts.ts';

/** Role and rights of the person who opens the page. */
export type SectionReader = {
  readonly role: number;
  /** Whether the person may send invitations by mail or create invitation links. */
  readonly mayInvite: boolean;
};

type Section = {
  readonly name: string;
  readonly title: OrganizationText;
  /** Title of a group of sections that begins with this section. */
  readonly group?: OrganizationText;
  readonly seenBy: 'everyone' | 'members' | 'inviters' | 'administrators' | 'owners';
  /** Names of the section's settings. The command palette finds the settings by these names. */
  readonly settings?: readonly OrganizationText[];
};

/** Returns the names of the settings of some subjects. */
const settingsOf = (subjects: readonly Subject[]): OrganizationText[] =>
  Object.entries<SettingDescription>(organizationSettings)
    .filter(([, { subject }]) => (subjects as readonly string[]).includes(subject))
    .map(([name]) => name as SettingText);

export const organizationSections = [
  { name: 'people', title: 'people', group: 'groupPeople', seenBy: 'everyone' },
  { name: 'invitations', title: 'invitations', seenBy: 'inviters' },
  { name: 'groups', title: 'groups', seenBy: 'everyone' },
  { name: 'bots', title: 'bots', seenBy: 'everyone' },
  { name: 'integrations', title: 'integrations', seenBy: 'members' },
  {
    name: 'profile',
    title: 'profile',
    group: 'groupRules',
    seenBy: 'members',
    settings: ['organizationName', 'organizationDescription', ...settingsOf(['look'])],
  },
  {
    name: 'settings',
    title: 'settings',
    seenBy: 'members',
    settings: settingsOf([
      'messages',
      'identity',
      'privacy',
      'digests',
      'announcements',
      'language',
      'welcome',
      'calls',
      'gifs',
    ]),
  },
  {
    name: 'permissions',
    title: 'permissions',
    seenBy: 'members',
    settings: permissionGroups.flatMap(({ names }) => names),
  },
  {
    name: 'domains',
    title: 'domains',
    seenBy: 'administrators',
    settings: [...settingsOf(['joining', 'signIns']), 'allowedDomains'],
  },
  { name: 'defaults', title: 'defaults', seenBy: 'administrators' },
  { name: 'default-channels', title: 'defaultChannels', group: 'groupContent', seenBy: 'administrators' },
  { name: 'folders', title: 'folders', seenBy: 'administrators' },
  { name: 'profile-fields', title: 'profileFields', seenBy: 'administrators' },
  { name: 'emoji', title: 'emoji', seenBy: 'members' },
  { name: 'linkifiers', title: 'linkifiers', seenBy: 'members' },
  { name: 'playgrounds', title: 'playgrounds', seenBy: 'members' },
  { name: 'export', title: 'export', group: 'groupOversight', seenBy: 'administrators' },
  { name: 'imports', title: 'imports', seenBy: 'owners' },
  { name: 'erasures', title: 'erasures', seenBy: 'owners' },
  { name: 'audit', title: 'audit', seenBy: 'owners' },
  { name: 'server', title: 'server', seenBy: 'owners' },
] as const satisfies readonly Section[];

export type OrganizationSectionName = (typeof organizationSections)[number]['name'];

/** Returns whether a person sees a section. The server itself protects the data that the section shows. */
export function isSectionSeen(
  { seenBy }: Pick<Section, 'seenBy'>,
  { role, mayInvite }: SectionReader,
): boolean {
  switch (seenBy) {
    case 'everyone':
      return true;
    case 'members':
      return role < roles.guest;
    case 'inviters':
      return mayInvite || role <= roles.administrator;
    case 'administrators':
      return role <= roles.administrator;
    case 'owners':
      return role <= roles.owner;
  }
}
