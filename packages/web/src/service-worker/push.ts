/**
 * Shows push messages as notifications. A click on a notification opens the conversation. Format of push messages:
 * docs/api/organization.md#push-notifications.
 */
import { directionOf } from '../i18n/direction.ts';
import type { WindowClient, WorkerScope } from './scope.ts';

type PushContent = {
  readonly message_id: number;
  readonly title: string;
  readonly body: string;
  readonly url: string;
  readonly tag: string;
  /** Unix time in seconds. */
  readonly time: number;
};

/** Data that a notification carries for its click handler. */
export type NotificationData = { readonly hash: string; readonly messageId: number };

/** Returns the tag of the notification that an open window shows for a message. */
export const windowTag = (messageId: number): string => `message-${messageId}`;

/** Shows a push message as a notification, unless a window has the focus or has already notified of the message. */
export async function showPush(scope: WorkerScope, text: string): Promise<void> {
  const content = parse(text);
  if (!content) return;
  if ((await windowsOf(scope)).some(({ focused }) => focused)) return;
  const { registration } = scope;
  const shown = await registration.getNotifications({ tag: windowTag(content.message_id) });
  if (shown.length > 0) return;
  // A later message replaces the notification of the same conversation, and notifies again.
  const options = {
    body: content.body,
    dir: directionOf(content.body),
    tag: content.tag,
    renotify: true,
    timestamp: content.time * 1000,
    icon: scope.parleyBuild.icon,
    badge: scope.parleyBuild.badge,
    data: {
      hash: new URL(content.url, scope.location.origin).hash,
      messageId: content.message_id,
    } satisfies NotificationData,
  };
  await registration.showNotification(content.title, options);
}

/**
 * Returns the open windows of this client. Other pages of the server, such as its documentation, show no messages and are left
 * out.
 */
async function windowsOf(scope: WorkerScope): Promise<WindowClient[]> {
  const all = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
  return all.filter(({ url }) => new URL(url).pathname === '/');
}

function parse(text: string): PushContent | undefined {
  try {
    const content = JSON.parse(text);
    return content?.type === 'message' ? content : undefined;
  } catch {
    return undefined;
  }
}

/** Shows the conversation of a clicked notification, in an open window or else in a new one. */
export async function openConversation(scope: WorkerScope, { data }: Notification): Promise<void> {
  const { hash } = data as NotificationData;
  const windows = await windowsOf(scope);
  const best = windows.find(({ visibilityState }) => visibilityState === 'visible') ?? windows[0];
  if (!best) {
    await scope.clients.openWindow(`/${hash}`);
    return;
  }
  best.postMessage({ type: 'open', hash });
  // Browsers permit focusing a window only in response to a click.
  await best.focus().catch(() => undefined);
}
