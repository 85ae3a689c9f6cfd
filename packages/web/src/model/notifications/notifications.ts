/** Notifies of new messages while the window has no focus: desktop notifications and sound. */

import { type Message, placeOf } from '@parley/client';
import { type Accessor, createSignal, onCleanup } from 'solid-js';
import { directionOfHtml } from '../../html/direction-of-html.ts';
import { textOf } from '../../html/text-of.ts';
import { t } from '../../i18n/index.ts';
import { type ShownNotification, showNotification } from '../../lib/window/desktop-notification.ts';
import { type NotificationData, windowTag } from '../../service-worker/push.ts';
import { registerServiceWorker } from '../device/service-worker.ts';
import { placeHref, placeName, userName } from '../names.ts';
import type { Parley } from '../parley.tsx';
import { noticeOf } from './notification-rules.ts';
import { answerPushQuestions } from './push-questions.ts';
import { closeReadNotifications, isShownByWorker, type OpenNotifications } from './read-notifications.ts';
import { playSound } from './sound.ts';
import { subscribeToPush } from './web-push.ts';

const longestText = 160;

const isPermitted = (): boolean => 'Notification' in globalThis && Notification.permission === 'granted';

/** Returns whether the person has neither allowed nor denied notifications in this browser. */
const isUndecided = (): boolean => 'Notification' in globalThis && Notification.permission === 'default';

/**
 * Shows desktop notifications of new messages according to the person's settings. Closes them when the messages are read.
 * @returns whether a notification could not be shown because the person has not yet decided on the permission
 */
export function notifyOfMessages(parley: Parley): Accessor<boolean> {
  const { store, connection } = parley;
  const open: OpenNotifications = new Map();
  closeReadNotifications(parley, open);
  const questions = answerPushQuestions(parley);
  const [isMissing, setMissing] = createSignal(false);
  const stop = connection.onEvent((event) => {
    if (event.type !== 'message') return;
    const message: Message = { ...event.message, flags: event.flags };
    const notice = noticeOf(store, message, event.flags);
    if (notice.isShown && isUndecided()) setMissing(true);
    const isHere = document.visibilityState === 'visible' && document.hasFocus();
    questions.received(message.id, isHere || (notice.isShown && isPermitted()));
    if (isHere) return;
    if (notice.isHeard) playSound(store.settings.get<string>('notification_sound') ?? 'zulip');
    if (notice.isShown) void show(message);
  });
  onCleanup(stop);
  return isMissing;

  async function show(message: Message): Promise<void> {
    if (!isPermitted() || (await isShownByWorker(message.id))) return;
    const place = placeOf(message, store.people.selfId);
    const isHidden =
      place.kind === 'direct' && store.settings.get<boolean>('pm_content_in_desktop_notifications') === false;
    const hash = placeHref(store, place, message.id);
    const title = `${userName(store, message.sender_id)} · ${placeName(store, place)}`;
    const options = {
      body: isHidden ? t('newMessageNotice') : textOf(message.content).slice(0, longestText),
      dir: isHidden ? ('auto' as const) : directionOfHtml(message.content),
      tag: windowTag(message.id),
      data: { hash, messageId: message.id } satisfies NotificationData,
    };
    let notification: ShownNotification;
    try {
      notification = showNotification(title, options);
    } catch {
      // Mobile browsers show notifications only through a service worker. It also handles clicks on them.
      void registerServiceWorker().then((registration) => registration?.showNotification(title, options));
      return;
    }
    open.set(message.id, notification);
    notification.onclose = () => open.delete(message.id);
    notification.onclick = () => {
      window.focus();
      parley.router.go(hash);
      notification.close();
    };
  }
}

/** Asks the person for permission to show notifications, and registers this browser for push messages. */
export async function turnOnNotifications(parley: Parley): Promise<void> {
  await Notification.requestPermission();
  await subscribeToPush(parley);
}
