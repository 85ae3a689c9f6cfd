/** Messages of people are read for them. Messages of other programs stay unread for the sender, who would miss them. */
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

/** Returns whether a new message is read for its sender. When the request does not say, the name of the client decides. */
export function isReadBySender(requested: boolean | undefined, clientName: string): boolean {
  if (requested !== undefined) return requested;
  const name = clientName.toLowerCase();
  return interactive.has(name) || name.includes('desktop app');
}
