/** Builds a channel's email address from its name, reduced to characters that addresses allow, and the secret token. */
export function channelEmailAddress(name: string, token: string, host: string): string {
  const slug = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 24);
  return `${slug === '' ? '' : `${slug}.`}${token}@${host}`;
}
