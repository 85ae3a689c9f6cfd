/**
 * Shows push messages as notifications. A click on a notification opens the conversation. Format of push messages:
 * docs/api/organization.md#push-notifications.
 */
import type { MessageId } from '@parley/client';
import type { Direction } from '@parley/rules/direction';
import { directionOf } from '../i18n/direction.ts';
import type { WindowClient, WorkerScope } from './scope.ts';

type PushContent = {
  readonly message_id: number;
  readonly title: string;
  readonly body: string;
  /** Servers of the previous release do not send it. */
  readonly direction?: Direction;
  readonly url: string;
  readonly tag: string;
  /** Unix time in seconds. */
  readonly time: number;
};

/** Data that a notification carries for its click handler. */
export type NotificationData = { readonly hash: string; readonly messageId: MessageId };

/** Returns the tag of the notification that an open window shows for a message. */
export const windowTag = (messageId: MessageId): string => `message-${messageId}`;

/** A question to an open window: whether it tells of a message. The window answers with a boolean at the port. */
export type PushQuestion = { readonly type: 'push'; readonly messageId: MessageId };

/**
 * Time in milliseconds within which windows answer. The event of a message may arrive later than its push message. Windows that the
 * browser has frozen do not answer.
 */
const windowsAnswerWithinMs = 2_000;

/** Shows a push message as a notification, unless a window has the focus or notifies of the message itself. */
export async function showPush(scope: WorkerScope, text: string): Promise<void> {
  const content = parse(text);
  if (!content) return;
  const windows = await windowsOf(scope);
  if (windows.some(({ focused }) => focused)) return;
  if (await isToldBy(windows, content.message_id)) return;
  const { registration } = scope;
  const shown = await registration.getNotifications({ tag: windowTag(content.message_id) });
  if (shown.length > 0) return;
  // A later message replaces the notification of the same conversation, and notifies again.
  const options = {
    body: content.body,
    dir: content.direction ?? directionOf(content.body),
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

async function isToldBy(windows: readonly WindowClient[], messageId: MessageId): Promise<boolean> {
  const question: PushQuestion = { type: 'push', messageId };
  const answers = windows.map(
    (window) =>
      new Promise<boolean>((resolve) => {
        const { port1, port2 } = new MessageChannel();
        const end = (isTold: boolean) => {
          clearTimeout(limit);
          port1.close();
          resolve(isTold);
        };
        const limit = setTimeout(() => end(false), windowsAnswerWithinMs);
        port1.onmessage = ({ data }) => end(data === true);
        window.postMessage(question, [port2]);
      }),
  );
  return (await Promise.all(answers)).includes(true);
}

/** Returns the open windows of this client, without other pages of the server. */
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
  const { hash }: NotificationData = data;
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
