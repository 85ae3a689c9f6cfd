import { personalSettings } from '@parley/client/settings';
import type { ShownSetting, Subject } from './setting-texts.ts';
import type { SettingsText } from './texts.ts';

/** Returns the settings of subjects in the order in which screens show them. */
export const settingsOf = (...subjects: readonly Subject[]): ShownSetting[] =>
  subjects.flatMap((subject) =>
    (Object.keys(personalSettings) as ShownSetting[]).filter(
      (name) => personalSettings[name].subject === subject,
    ),
  );

type Section = {
  readonly name: string;
  readonly title: SettingsText;
  /** Title of a group of sections that begins with this section. */
  readonly group?: SettingsText;
  /** Names of the section's settings. The command palette finds the settings by these names. */
  readonly settings: readonly SettingsText[];
};

/** The sections of the person's own settings. */
export const settingsSections = [
  {
    name: 'profile',
    title: 'profile',
    group: 'groupYou',
    settings: ['picture', 'name', 'status', 'timezone'],
  },
  {
    name: 'account',
    title: 'account',
    settings: ['email', 'password', 'apiKey', 'keys', ...settingsOf('privacy'), 'leaveTitle'],
  },
  { name: 'security', title: 'security', settings: [] },
  { name: 'sessions', title: 'sessions', settings: ['connections'] },
  { name: 'bots', title: 'bots', settings: [] },
  { name: 'reminders', title: 'remindersTitle', settings: ['reminders', 'snippets'] },
  { name: 'files', title: 'files', settings: [] },
  {
    name: 'preferences',
    title: 'preferences',
    group: 'groupClient',
    settings: settingsOf('appearance', 'writing', 'navigation', 'reading'),
  },
  {
    name: 'notifications',
    title: 'notifications',
    group: 'groupQuiet',
    settings: [
      ...settingsOf('quiet'),
      'where',
      ...settingsOf('mentions', 'sounds', 'mails', 'topics'),
      'perChannel',
    ],
  },
  { name: 'alert-words', title: 'alertWords', settings: [] },
  { name: 'muted', title: 'muted', settings: ['mutedPeople', 'topics'] },
] as const satisfies readonly Section[];

export type SettingsSectionName = (typeof settingsSections)[number]['name'];
