/** Commands of the palette, which people run by typing a part of their name. */
import type { IconNode } from 'lucide';
import {
  Bell,
  BellOff,
  BellRing,
  Building2,
  CheckCheck,
  Hash,
  Keyboard,
  LogOut,
  MessageSquarePlus,
  Moon,
  Rows3,
  Settings,
  Smile,
  Sun,
  SunMoon,
  UserPlus,
  Users,
} from 'lucide';
import { t } from '../i18n/index.ts';
import { attempt, markRead } from '../model/actions.ts';
import { turnOnNotifications } from '../model/notifications/notifications.ts';
import { pauseUntil } from '../model/notifications/pause.ts';
import { inOneHour, tomorrowMorning } from '../model/notifications/quiet-times.ts';
import type { Parley } from '../model/parley.tsx';
import { holdsInOrganization } from '../model/rights.ts';
import { leave } from '../model/session/sign-out.ts';
import { pe } from '../people/texts.ts';
import { f } from '../search/texts.ts';
import { panelsOf } from '../ui/panels.ts';
import { sc } from '../ui/shortcuts-texts.ts';
import { ui } from '../ui/texts.ts';

export type Command = {
  readonly label: string;
  readonly icon: IconNode;
  /** The keyboard shortcut for the same action. */
  readonly key?: string;
  run(): void;
};

/** Line heights in percent. */
const lineHeights = { compact: 122, roomy: 156 } as const;
const colorSchemes = { automatic: 1, dark: 2, light: 3 } as const;

/** Returns the commands that pause notifications, or the one that ends a pause. */
function pauseCommands(parley: Parley): Command[] {
  const pausedUntil = parley.store.settings.get<number>('notifications_paused_until') ?? 0;
  if (pausedUntil * 1000 > Date.now()) {
    return [
      { label: t('resumeNotifications'), icon: BellRing, key: 'Z', run: () => void pauseUntil(parley, 0) },
    ];
  }
  const pause = (end: (now: Date) => number) => () => void pauseUntil(parley, end(new Date()));
  return [
    { label: t('pauseHour'), icon: BellOff, key: 'Z', run: pause(inOneHour) },
    { label: t('pauseTomorrow'), icon: BellOff, run: pause(tomorrowMorning) },
  ];
}

/** Returns the commands that the person's rights permit. */
function creationCommands(parley: Parley): Command[] {
  const has = holdsInOrganization(parley.store);
  const mayInvite = has('can_invite_users_group') || has('create_multiuse_invite_group');
  const mayCreateChannels = has('can_create_public_channel_group') || has('can_create_private_channel_group');
  return [
    ...(mayInvite
      ? [
          {
            label: f('invitePeople'),
            icon: UserPlus,
            run: () => parley.router.go('#organization/invitations'),
          },
        ]
      : []),
    ...(mayCreateChannels
      ? [{ label: f('createChannel'), icon: Hash, run: () => parley.router.go('#channels/new') }]
      : []),
  ];
}

function clearStatusCommands(parley: Parley): Command[] {
  const { client, store } = parley;
  const hasStatus = store.people.statuses.has(store.people.selfId);
  return [
    ...(hasStatus
      ? [
          {
            label: pe('clearStatus'),
            icon: Smile,
            run: () =>
              void attempt(parley, client.call('update-status', { status_text: '', emoji_name: '' })),
          },
        ]
      : []),
  ];
}

function lookCommands(parley: Parley): Command[] {
  const set = (settings: { color_scheme?: 1 | 2 | 3; web_line_height_percent?: number }) => () =>
    void attempt(parley, parley.client.call('update-settings', settings));
  return [
    { label: f('switchToAutomatic'), icon: SunMoon, run: set({ color_scheme: colorSchemes.automatic }) },
    { label: f('switchToDark'), icon: Moon, run: set({ color_scheme: colorSchemes.dark }) },
    { label: f('switchToLight'), icon: Sun, run: set({ color_scheme: colorSchemes.light }) },
    { label: f('switchToRoomy'), icon: Rows3, run: set({ web_line_height_percent: lineHeights.roomy }) },
    { label: f('switchToCompact'), icon: Rows3, run: set({ web_line_height_percent: lineHeights.compact }) },
  ];
}

/** Returns the commands, the most common ones first. */
export function commandsOf(parley: Parley): Command[] {
  const hasOnlyFingers = matchMedia('(hover: none) and (pointer: coarse)').matches;
  const canAskForNotifications = 'Notification' in globalThis && Notification.permission === 'default';
  return [
    {
      label: t('newTopic'),
      icon: MessageSquarePlus,
      key: 'c',
      run: () => parley.composing.ask({ place: 'new-topic' }),
    },
    {
      label: sc('keyComposeDirect'),
      icon: MessageSquarePlus,
      key: 'x',
      run: () => parley.composing.ask({ place: 'new-direct' }),
    },
    ...creationCommands(parley),
    { label: t('markAllRead'), icon: CheckCheck, key: 'E', run: () => void markRead(parley, []) },
    ...pauseCommands(parley),
    { label: t('setStatus'), icon: Smile, run: () => parley.globalDialog.open('status') },
    ...clearStatusCommands(parley),
    { label: t('settings'), icon: Settings, run: () => parley.router.go('#settings') },
    { label: t('organization'), icon: Building2, run: () => parley.router.go('#organization') },
    ...lookCommands(parley),
    { label: f('foldPeople'), icon: Users, run: () => panelsOf(parley).togglePeople() },
    ...(canAskForNotifications
      ? [{ label: ui('notificationsAllow'), icon: Bell, run: () => void turnOnNotifications(parley) }]
      : []),
    ...(hasOnlyFingers
      ? []
      : [
          {
            label: t('keyboardShortcuts'),
            icon: Keyboard,
            key: '?',
            run: () => parley.globalDialog.open('shortcuts'),
          },
        ]),
    { label: t('logOut'), icon: LogOut, run: () => leave(parley) },
  ];
}
