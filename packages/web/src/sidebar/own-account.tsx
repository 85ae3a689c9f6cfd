import { BellOff, BellRing, LogOut, Moon, Settings, Smile, SunMedium } from 'lucide';
import { Show } from 'solid-js';
import { directionOf } from '../i18n/direction.ts';
import { briefTimeInFuture } from '../i18n/format.ts';
import { t } from '../i18n/index.ts';
import { emojiOf } from '../lib/text/emoji-of.ts';
import { pauseUntil, useQuietUntil } from '../model/notifications/pause.ts';
import { inOneHour, tomorrowMorning } from '../model/notifications/quiet-times.ts';
import { useParley } from '../model/parley.tsx';
import { useEntry } from '../model/reactive.ts';
import { leave } from '../model/session/sign-out.ts';
import { useSetting } from '../model/settings.ts';
import { Avatar, PresenceDot } from '../ui/avatar.tsx';
import { Icon } from '../ui/icon.tsx';
import { Menu, type MenuEntry } from '../ui/menu.tsx';

/** Renders the person's own face, name and status, with a menu of what concerns only them. */
export function OwnAccount() {
  const parley = useParley();
  const { store } = parley;
  const { selfId } = store.people;
  const user = useEntry(store.people.users, () => selfId);
  const status = useEntry(store.people.statuses, () => selfId);
  const quietUntil = useQuietUntil();
  const pausedUntil = useSetting<number>('notifications_paused_until');
  const name = () => user()?.full_name ?? '';
  const emoji = () =>
    status()?.reaction_type === 'realm_emoji'
      ? undefined
      : status()?.emoji_code && emojiOf(status()!.emoji_code!);
  /** What stands below the name: that notifications are paused, or else the status. */
  const detail = () => {
    const until = quietUntil();
    if (until !== undefined) return t('pausedUntil', { time: briefTimeInFuture(until / 1000) });
    return status()?.status_text ?? '';
  };
  const isPaused = () => (pausedUntil() ?? 0) * 1000 > Date.now();
  const entries = (): MenuEntry[] => [
    {
      label: status()?.status_text || t('setStatus'),
      icon: Smile,
      run: () => parley.globalDialog.open('status'),
    },
    'separator',
    ...(isPaused()
      ? [
          {
            label: t('resumeNotifications'),
            icon: BellRing,
            hint: 'Z',
            run: () => void pauseUntil(parley, 0),
          },
        ]
      : []),
    {
      label: t('pauseHour'),
      icon: BellOff,
      ...(!isPaused() && { hint: 'Z' }),
      run: () => void pauseUntil(parley, inOneHour(new Date())),
    },
    {
      label: t('pauseTomorrow'),
      icon: SunMedium,
      run: () => void pauseUntil(parley, tomorrowMorning(new Date())),
    },
    { label: t('quietTimes'), icon: Moon, run: () => parley.router.go('#settings/notifications') },
    'separator',
    { label: t('settings'), icon: Settings, run: () => parley.router.go('#settings') },
    { label: t('logOut'), icon: LogOut, run: () => leave(parley) },
  ];
  return (
    <div class="own-account">
      <Menu
        label={t('ownAccount', { name: [name(), detail()].filter(Boolean).join(' ') })}
        class="own-button"
        entries={entries}
      >
        <span class="own-face">
          <Avatar userId={selfId} />
          <PresenceDot userId={selfId} />
        </span>
        <span class="own-words">
          <span class="own-name" dir={directionOf(name())}>
            {name()}
          </span>
          <Show when={detail() || emoji()}>
            <span class="own-status muted" dir={directionOf(detail())} title={detail()}>
              <Show when={quietUntil() === undefined && emoji()}>
                {(character) => <span class="emoji">{character()} </span>}
              </Show>
              {detail()}
            </span>
          </Show>
        </span>
        <Show when={quietUntil() !== undefined}>
          <Icon of={Moon} />
        </Show>
      </Menu>
    </div>
  );
}
