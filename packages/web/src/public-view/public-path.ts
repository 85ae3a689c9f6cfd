/** Links to web-public channels with a path, which the server can describe in previews of links. */

/** Returns the path of a link to a web-public channel or topic. */
export function publicPath(channel: { readonly id: number; readonly name: string }, topic?: string): string {
  const slug = `${channel.id}-${encodeURIComponent(channel.name.replaceAll(/\s+/g, '-'))}`;
  return `/public/channel/${slug}${topic === undefined ? '' : `/topic/${encodeURIComponent(topic)}`}`;
}

/** Returns the fragment to which such a path leads; undefined for another path. */
export function hashOfPublicPath(path: string): string | undefined {
  const match = /^\/public\/channel\/(\d+)(-[^/]*)?(?:\/topic\/([^/]*))?\/?$/.exec(path);
  if (!match) return undefined;
  const [, id, , topic] = match;
  // Fragments write the percent sign as a dot, as links in messages do.
  const part = (text: string) =>
    encodeURIComponent(decoded(text)).replaceAll('.', '%2E').replaceAll('%', '.');
  return `#narrow/channel/${id}${topic === undefined ? '' : `/topic/${part(topic)}`}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
