/** What the desktop client offers to its pages. */
type DesktopBridge = {
  /** Creates a key. `pasted` resolves with what the person copies in their browser, decrypted with the key. */
  decrypt_clipboard?: (version: number) => { key: string; pasted: Promise<string> };
};

/**
 * Begins a sign-in at an identity provider. In the desktop client it happens in the person's browser, which gives the
 * person an encrypted ticket to copy. Elsewhere the link is followed.
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
