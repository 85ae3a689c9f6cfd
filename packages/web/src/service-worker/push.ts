/**
 * Shows push messages as notifications that lead to their conversation. Their form:
 * docs/api/organization.md#push-notifications.
 */
import type { WindowClient, WorkerScope } from './scope.ts';

type PushContent = {
  readonly message_id: number;
  readonly title: string;
  readonly body: string;
  readonly url: string;
  readonly tag: string;
  /** Unix seconds. */
  readonly time: number;
};

/** Data of a notification. */
export type NotificationData = { readonly hash: string; readonly messageId: number };

/** Returns the tag of the notification that an open window shows of a message. */
export const windowTag = (messageId: number): string => `message-${messageId}`;

/** Shows a push message, unless a window already shows or has shown its message. */
export async function showPush(scope: WorkerScope, text: string): Promise<void> {
  const content = parse(text);
  if (!content) return;
  if ((await windowsOf(scope)).some(({ focused }) => focused)) return;
  const { registration } = scope;
  const shown = await registration.getNotifications({ tag: windowTag(content.message_id) });
  if (shown.length > 0) return;
  // A later message replaces the notification of its conversation, and is announced like the first one.
  const options = {
    body: content.body,
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

/** Returns the open windows of this client. Other pages of the server, such as its documentation, show no messages. */
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

/** Shows the conversation of a notification in a window that is open, or in a new one. */
export async function openConversation(scope: WorkerScope, { data }: Notification): Promise<void> {
  const { hash } = data as NotificationData;
  const windows = await windowsOf(scope);
  const best = windows.find(({ visibilityState }) => visibilityState === 'visible') ?? windows[0];
  if (!best) {
    await scope.clients.openWindow(`/${hash}`);
    return;
  }
  best.postMessage({ type: 'open', hash });
  // Browsers permit it only as an answer to a click.
  await best.focus().catch(() => undefined);
}
