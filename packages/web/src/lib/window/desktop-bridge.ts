/** What the desktop app (https://github.com/zulip/zulip-desktop) adds to pages. Older versions lack some functions. */
export type DesktopBridge = {
  /** Creates an encryption key. `pasted` resolves with the text that the person copies in their browser, decrypted with the key. */
  decrypt_clipboard?(version: number): { readonly key: Uint8Array; readonly pasted: Promise<string> };
  /** Tells the app about a value of the page. */
  send_event?(name: 'total_unread_count', count: number): void;
  send_event?(name: 'realm_name' | 'realm_icon_url', value: string): void;
  /** Adds a listener of an entry in the app's menu. Listeners cannot be removed. */
  on_event?(name: MenuEntry, listener: () => void): void;
  /** Shows a notification whose click brings the app to the front. `dispatch` is called with the events of the notification. */
  new_notification?(
    title: string,
    options: NotificationOptions,
    dispatch: (type: string) => boolean,
  ): { close(): void };
};

/** An entry in the menu of the desktop app that the page handles. */
export type MenuEntry = 'logout' | 'show-keyboard-shortcuts' | 'show-notification-settings';

/** Returns the functions of the desktop app; undefined in a browser. */
export const desktopBridge = (): DesktopBridge | undefined =>
  (globalThis as { electron_bridge?: DesktopBridge }).electron_bridge;

/** Tells the desktop app how many unread messages its badge shows. */
export const reportUnread = (count: number): void =>
  desktopBridge()?.send_event?.('total_unread_count', count);
