import { desktopBridge } from '../lib/window/desktop-bridge.ts';

/**
 * Starts a sign-in at an identity provider. The desktop app opens the provider in the person's browser, where the person gets
 * an encrypted ticket to copy into the app. In a browser, the link keeps its usual effect.
 */
export function startProviderSignIn(event: MouseEvent, loginUrl: string): void {
  const clipboard = desktopBridge()?.decrypt_clipboard?.(1);
  if (!clipboard) return;
  event.preventDefault();
  window.open(`${loginUrl}?desktop_flow_otp=${hexOf(clipboard.key)}`, '_blank', 'noopener');
  void clipboard.pasted.then((ticket) =>
    location.assign(`/accounts/login/subdomain/${encodeURIComponent(ticket)}`),
  );
}

const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
