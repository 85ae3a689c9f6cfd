import { createEffect, onCleanup } from 'solid-js';
import { desktopBridge, type MenuEntry } from '../lib/window/desktop-bridge.ts';
import { useParley } from '../model/parley.tsx';
import { useField } from '../model/self.ts';
import { leave } from '../model/session/sign-out.ts';

/** What the entries of the app's menu do now. Empty while nobody is signed in. */
let actions: Partial<Record<MenuEntry, () => void>> = {};
let isListening = false;

/**
 * Connects the signed-in client with the desktop app: entries of its menu, and the name and icon of the organization in its list.
 * Renders nothing. Browsers do not load it.
 */
export default function DesktopApp(): undefined {
  const parley = useParley();
  const bridge = desktopBridge();
  if (!bridge) return;
  actions = {
    logout: () => leave(parley),
    'show-keyboard-shortcuts': () => parley.globalDialog.open('shortcuts'),
    'show-notification-settings': () => parley.router.go('#settings/notifications'),
  };
  onCleanup(() => {
    actions = {};
    bridge.send_event?.('total_unread_count', 0);
  });
  listen();
  const name = useField('realm_name');
  const icon = useField('realm_icon_url');
  createEffect(() => {
    const value = name();
    if (typeof value === 'string') bridge.send_event?.('realm_name', value);
  });
  createEffect(() => {
    const value = icon();
    if (typeof value === 'string')
      bridge.send_event?.('realm_icon_url', new URL(value, location.origin).href);
  });
}

/** Listens to the app's menu. Only once for the page, because the listeners cannot be removed. */
function listen(): void {
  if (isListening) return;
  isListening = true;
  for (const entry of ['logout', 'show-keyboard-shortcuts', 'show-notification-settings'] as const) {
    desktopBridge()?.on_event?.(entry, () => actions[entry]?.());
  }
}
