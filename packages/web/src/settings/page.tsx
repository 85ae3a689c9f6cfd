import { lazy } from 'solid-js';
import { SectionedPage } from '../forms/page.tsx';
import '../styles/pages.css';
import { formTexts } from '../forms/texts.ts';
import { organizationTexts } from '../organization/texts.ts';
import { s, settingsTexts } from './texts.ts';

await Promise.all([formTexts.load(), settingsTexts.load(), organizationTexts.load()]);

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
const Bots = lazy(() => import('../organization/bots.tsx'));

/** Renders the page of the person's own settings. */
export default function SettingsPage() {
  return (
    <SectionedPage
      view="settings"
      title={s('title')}
      sections={[
        { name: 'profile', title: s('profile'), group: s('groupYou'), view: () => <Profile /> },
        { name: 'account', title: s('account'), view: () => <Account /> },
        { name: 'security', title: s('security'), view: () => <Security /> },
        { name: 'sessions', title: s('sessions'), view: () => <Sessions /> },
        { name: 'bots', title: s('bots'), view: () => <Bots isOwn /> },
        { name: 'reminders', title: s('remindersTitle'), view: () => <Reminders /> },
        { name: 'files', title: s('files'), view: () => <Files /> },
        {
          name: 'preferences',
          title: s('preferences'),
          group: s('groupClient'),
          view: () => <Preferences />,
        },
        {
          name: 'notifications',
          title: s('notifications'),
          group: s('groupQuiet'),
          view: () => <Notifications />,
        },
        { name: 'alert-words', title: s('alertWords'), view: () => <AlertWords /> },
        { name: 'muted', title: s('muted'), view: () => <Muted /> },
      ]}
    />
  );
}
