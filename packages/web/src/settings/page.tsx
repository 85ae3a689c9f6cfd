import { type JSX, lazy } from 'solid-js';
import { accessTexts } from '../access/texts.ts';
import { botsTexts } from '../bots/texts.ts';
import { SectionedPage } from '../forms/page.tsx';
import { formTexts } from '../forms/texts.ts';
import { personDataTexts } from '../person-data/texts.ts';
import { type SettingsSectionName, settingsSections } from './sections.ts';
import { s, settingsTexts } from './texts.ts';

await Promise.all([
  formTexts.load(),
  settingsTexts.load(),
  botsTexts.load(),
  personDataTexts.load(),
  accessTexts.load(),
]);

const Profile = lazy(() => import('./profile.tsx'));
const Account = lazy(() => import('./account.tsx'));
const Security = lazy(() => import('./security.tsx'));
const Sessions = lazy(() => import('./sessions.tsx'));
const Preferences = lazy(() => import('./preferences.tsx'));
const Notifications = lazy(() => import('./notifications.tsx'));
const AlertWords = lazy(() => import('./alert-words.tsx'));
const Muted = lazy(() => import('./muted.tsx'));
const Files = lazy(() => import('./files.tsx'));
const Reminders = lazy(() => import('./reminders.tsx'));
const Bots = lazy(() => import('../bots/bots.tsx'));
const Integrations = lazy(() => import('../integrations/section.tsx'));

const views: Readonly<Record<SettingsSectionName, () => JSX.Element>> = {
  profile: () => <Profile />,
  account: () => <Account />,
  security: () => <Security />,
  sessions: () => <Sessions />,
  bots: () => <Bots isOwn />,
  integrations: () => <Integrations isOwn />,
  reminders: () => <Reminders />,
  files: () => <Files />,
  preferences: () => <Preferences />,
  notifications: () => <Notifications />,
  'alert-words': () => <AlertWords />,
  muted: () => <Muted />,
};

/** Renders the page of the person's own settings. */
export default function SettingsPage() {
  return (
    <SectionedPage
      view="settings"
      title={s('title')}
      sections={settingsSections.map((section) => ({
        name: section.name,
        title: s(section.title),
        ...('group' in section && { group: s(section.group) }),
        view: views[section.name],
      }))}
    />
  );
}
