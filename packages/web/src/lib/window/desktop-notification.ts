import { desktopBridge } from './desktop-bridge.ts';

export type ShownNotification = {
  onclick: (() => void) | null;
  onclose: (() => void) | null;
  close(): void;
};

/**
 * Shows a notification of this window, in the desktop app by the app itself, whose window a click brings to the front.
 * @throws TypeError in browsers that show notifications only through a service worker
 */
export function showNotification(title: string, options: NotificationOptions): ShownNotification {
  const show = desktopBridge()?.new_notification;
  if (!show) return new Notification(title, options) as ShownNotification;
  const shown: ShownNotification = { onclick: null, onclose: null, close: () => byApp.close() };
  const byApp = show(title, options, (type) => {
    if (type === 'click') shown.onclick?.();
    if (type === 'close') shown.onclose?.();
    return true;
  });
  return shown;
}
