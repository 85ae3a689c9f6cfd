/** The address for mail to a channel: its name, as far as addresses can hold it, and the secret token. */
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
