/** Clients a person writes in by hand; what other programs send should be noticed by its sender, too. */
const interactive = new Set([
  'zulipandroid',
  'zulipios',
  'zulipdesktop',
  'zulipmobile',
  'zulipelectron',
  'zulipterminal',
  'zulipflutter',
  'snipe',
  'website',
  'ios',
  'android',
]);

/** Whether a sender has read what they sent, when the request does not say (specification, 1). */
export function isReadBySender(asked: boolean | undefined, clientName: string): boolean {
  if (asked !== undefined) return asked;
  const name = clientName.toLowerCase();
  return interactive.has(name) || name.includes('desktop app');
}
