/** Functions that the desktop app offers to the pages it shows. */
type DesktopBridge = {
  /**
   * Creates an encryption key. `pasted` resolves with the text that the person copies in their browser, decrypted with the key.
   */
  decrypt_clipboard?: (version: number) => { key: string; pasted: Promise<string> };
};

/**
 * Starts a sign-in at an identity provider. The desktop app opens the provider in the person's browser, where the person gets
 * an encrypted ticket to copy into the app. In a browser, the link keeps its usual effect.
 */
export function startProviderSignIn(event: MouseEvent, loginUrl: string): void {
  const bridge = (window as { electron_bridge?: DesktopBridge }).electron_bridge;
  const clipboard = bridge?.decrypt_clipboard?.(1);
  if (!clipboard) return;
  event.preventDefault();
  window.open(`${loginUrl}?desktop_flow_otp=${clipboard.key}`, '_blank', 'noopener');
  void clipboard.pasted.then((ticket) =>
    location.assign(`/accounts/login/subdomain/${encodeURIComponent(ticket)}`),
  );
}
