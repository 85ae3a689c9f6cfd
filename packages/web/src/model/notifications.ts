/** Notifies of new messages while the person looks elsewhere: page title, app icon, desktop notifications, sound. */
import { type Message, placeOf } from '@parley/client';
import { type Accessor, createEffect, onCleanup } from 'solid-js';
import { t } from '../i18n/index.ts';
import { textOf } from '../messages/announce.tsx';
import { go } from '../router.ts';
import { placeHref, placeName, userName } from './names.ts';
import type { Parley } from './parley.tsx';
import { useValue } from './reactive.ts';
import { useSetting } from './settings.ts';

/** Values of the setting `desktop_icon_count_display`. */
const countKinds = { all: 1, direct: 2, none: 3 } as const;
const longestText = 160;

/** Shows the view's title with the number of unread messages, and the number on the installed app's icon. */
export function showUnreadInTitle({ store }: Parley, title: Accessor<string>): void {
  const totals = useValue(store.unread.totals);
  const kind = useSetting<number>('desktop_icon_count_display');
  createEffect(() => {
    const { count, direct, mentions } = totals();
    const shown = kind() === countKinds.none ? 0 : kind() === countKinds.direct ? direct + mentions : count;
    const organization = (store.fields.get('realm_name') as string | undefined) ?? 'Parley';
    document.title = `${shown > 0 ? `(${shown}) ` : ''}${title()} – ${organization}`;
    const { setAppBadge } = navigator as { setAppBadge?: (count: number) => Promise<void> };
    void setAppBadge?.call(navigator, shown).catch(() => undefined);
  });
}

/** Shows desktop notifications for messages, according to the person's settings. */
export function notifyOfMessages(parley: Parley): void {
  const { store, connection } = parley;
  const stop = connection.onEvent((event) => {
    if (event.type !== 'message') return;
    const message = event.message as Message;
    const flags = (event.flags as readonly string[] | undefined) ?? [];
    if (message.sender_id === store.people.selfId || flags.includes('read') || !concerns(message, flags))
      return;
    if (document.visibilityState === 'visible' && document.hasFocus()) return;
    if (store.settings.get<boolean>('enable_sounds')) playSound();
    if (store.settings.get<boolean>('enable_desktop_notifications')) show(message);
  });
  onCleanup(stop);

  function concerns(message: Message, flags: readonly string[]): boolean {
    if (message.stream_id === undefined) return true;
    if (flags.includes('mentioned') || flags.includes('has_alert_word')) return true;
    if (flags.includes('wildcard_mentioned') || flags.includes('stream_wildcard_mentioned')) {
      return store.settings.get<boolean>('wildcard_mentions_notify') ?? true;
    }
    if (store.channels.policyOf(message.stream_id, message.subject) === 3) {
      return store.settings.get<boolean>('enable_followed_topic_desktop_notifications') ?? true;
    }
    const own = store.channels.subscriptions.get(message.stream_id)?.desktop_notifications;
    return own ?? store.settings.get<boolean>('enable_stream_desktop_notifications') ?? false;
  }

  function show(message: Message): void {
    if (!('Notification' in globalThis) || Notification.permission !== 'granted') return;
    const place = placeOf(message, store.people.selfId);
    const text =
      store.settings.get<boolean>('pm_content_in_desktop_notifications') === false
        ? t('newMessageNotice')
        : textOf(message.content).slice(0, longestText);
    const notification = new Notification(
      `${userName(store, message.sender_id)} · ${placeName(store, place)}`,
      {
        body: text,
        tag: `message-${message.id}`,
      },
    );
    notification.onclick = () => {
      window.focus();
      go(placeHref(store, place, message.id));
      notification.close();
    };
  }
}

let audio: AudioContext | undefined;

/** Plays two short soft tones. */
function playSound(): void {
  audio ??= new AudioContext();
  const now = audio.currentTime;
  for (const [delay, frequency] of [
    [0, 660],
    [0.12, 880],
  ] as const) {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(0, now + delay);
    volume.gain.linearRampToValueAtTime(0.12, now + delay + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.001, now + delay + 0.25);
    tone.connect(volume).connect(audio.destination);
    tone.start(now + delay);
    tone.stop(now + delay + 0.3);
  }
}
