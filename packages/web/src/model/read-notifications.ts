/** Closes notifications of messages that are no longer unread: read here or elsewhere, or deleted. */
import { type Accessor, createEffect } from 'solid-js';
import type { NotificationData } from '../service-worker/push.ts';
import type { Parley } from './parley.tsx';
import { useValue } from './reactive.ts';

/** Notifications that this window shows, by message ID. */
export type OpenNotifications = Map<number, Notification>;

/**
 * Closes notifications of this window, and those that the service worker has shown of push messages. Call it in a component.
 * @param open the notifications of this window; closed ones are removed
 */
export function closeReadNotifications({ store }: Parley, open: OpenNotifications): void {
  /** A push may arrive before the event of its message, which is unread then. */
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
  // Browsers have no service worker at addresses that are not secure.
  const registration = await navigator.serviceWorker?.getRegistration();
  for (const notification of (await registration?.getNotifications()) ?? []) {
    const { messageId } = (notification.data ?? {}) as Partial<NotificationData>;
    if (messageId !== undefined && isRead(messageId)) notification.close();
  }
}
