/** Closes notifications of messages that were read, on any device, or deleted. */
import type { MessageId } from '@parley/client';
import { type Accessor, createEffect } from 'solid-js';
import type { ShownNotification } from '../../lib/window/desktop-notification.ts';
import type { NotificationData } from '../../service-worker/push.ts';
import type { Parley } from '../parley.tsx';
import { useValue } from '../reactive.ts';

export type OpenNotifications = Map<number, ShownNotification>;

/**
 * Closes notifications of this window and those that the service worker shows for push messages, as soon as their messages are
 * read. Call it inside a component.
 * @param open the notifications of this window; closed ones are removed from it
 */
export function closeReadNotifications({ store }: Parley, open: OpenNotifications): void {
  /** A push message may arrive before its event, so IDs above `maxId` count as unread. */
  const isRead = (id: number) => id <= store.messages.maxId && !store.unread.has(id);
  const changed: Accessor<unknown> = useValue(store.unread.totals);
  createEffect(() => {
    changed();
    for (const [id, notification] of open) {
      if (!isRead(id)) continue;
      notification.close();
      open.delete(id);
    }
    void closeOfWorker(isRead).catch(() => undefined);
  });
}

async function closeOfWorker(isRead: (id: number) => boolean): Promise<void> {
  for (const notification of await notificationsOfWorker()) {
    const { messageId } = (notification.data ?? {}) as Partial<NotificationData>;
    if (messageId !== undefined && isRead(messageId)) notification.close();
  }
}

async function notificationsOfWorker(): Promise<readonly Notification[]> {
  // On pages without TLS, browsers offer no service worker.
  const registration = await navigator.serviceWorker?.getRegistration();
  return (await registration?.getNotifications()) ?? [];
}

/** Returns whether the service worker shows a push message of a message. */
export async function isShownByWorker(messageId: MessageId): Promise<boolean> {
  const shown = await notificationsOfWorker().catch(() => []);
  return shown.some(({ data }) => data?.messageId === messageId);
}
