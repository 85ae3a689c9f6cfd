/** Links to web-public channels with a path: servers never see fragments, so only paths allow previews. */

export function publicPath(channel: { readonly id: number; readonly name: string }, topic?: string): string {
  const slug = `${channel.id}-${encodeURIComponent(channel.name.replaceAll(/\s+/g, '-'))}`;
  return `/public/channel/${slug}${topic === undefined ? '' : `/topic/${encodeURIComponent(topic)}`}`;
}

/** Converts a path of such a link into the fragment of this client; undefined for other paths. */
export function hashOfPublicPath(path: string): string | undefined {
  const match = /^\/public\/channel\/(\d+)(-[^/]*)?(?:\/topic\/([^/]*))?\/?$/.exec(path);
  if (!match) return undefined;
  const [, id, , topic] = match;
  // In fragments, dots replace percent signs, as in links within messages.
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
