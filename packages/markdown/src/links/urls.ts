import type { MessageId, UserId } from '@parley/rules';

/** Schemes that a link may have. URLs with other schemes stay plain text. */
const allowedSchemes: ReadonlySet<string> = new Set([
  'http',
  'https',
  'ftp',
  'ftps',
  'mailto',
  'tel',
  'sms',
  'sip',
  'sips',
  'xmpp',
  'irc',
  'ircs',
  'matrix',
  'geo',
  'ssh',
  'git',
]);

const schemePattern = /^([a-z][a-z0-9+.-]*):(.*)$/is;
const hierarchical = new Set(['http', 'https', 'ftp', 'ftps', 'irc', 'ircs', 'ssh', 'git']);

/** Returns whether a normalized URL may become a link: absolute with an allowed scheme, or an upload or place of this server. */
export function isAllowedUrl(url: string): boolean {
  if (url.startsWith('/user_uploads/')) return !url.includes('\\');
  return url.startsWith('/#narrow/') || isAbsoluteUrl(url);
}

/** Returns whether a URL is absolute and has an allowed scheme, and a host if the scheme requires one. */
export function isAbsoluteUrl(url: string): boolean {
  const match = schemePattern.exec(url);
  if (match === null) return false;
  const [, name = '', rest = ''] = match;
  const scheme = name.toLowerCase();
  if (!allowedSchemes.has(scheme)) return false;
  return hierarchical.has(scheme) ? /^\/\/[^/?#\s]/.test(rest) : rest !== '';
}

/** Removes the origin of this server from URLs of places in conversations and of uploads. Returns other URLs unchanged. */
export function relativeUrl(url: string, publicUrl: string): string {
  const origin = publicUrl.endsWith('/') ? publicUrl.slice(0, -1) : publicUrl;
  if (origin === '' || !url.startsWith(`${origin}/`)) return url;
  const rest = url.slice(origin.length);
  return rest.startsWith('/#') || rest.startsWith('/user_uploads/') ? rest : url;
}

/** Returns the decoded path of an upload after `/user_uploads/`; undefined for others, also `thumbnail/` and `temporary/`. */
export function uploadPath(url: string, publicUrl: string): string | undefined {
  const rest = relativeUrl(url, publicUrl);
  if (!rest.startsWith('/user_uploads/')) return undefined;
  const path = decodePath(rest.slice('/user_uploads/'.length).replace(/[?#].*$/s, ''));
  if (path === '' || path.startsWith('thumbnail/') || path.startsWith('temporary/')) return undefined;
  // Paths of uploads never contain backslashes or `..`.
  return path.includes('\\') || path.split('/').includes('..') ? undefined : path;
}

/** Percent-decodes a text. Malformed sequences stay unchanged. */
export function decodePath(path: string): string {
  if (!path.includes('%')) return path;
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Encodes a name for a `#narrow` fragment: it is percent-encoded, then `%` is replaced by `.`. A `.` in the name becomes `.2E`. */
function encodeFragment(name: string): string {
  if (/^[A-Za-z0-9_~-]*$/.test(name)) return name;
  return encodeURIComponent(name.toWellFormed())
    .replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('.', '%2E')
    .replaceAll('%', '.');
}

/** Returns the path of a channel, topic or message. The name only tells people where it leads. */
export function narrowUrl(
  channel: { id: number; name?: string | undefined },
  topic?: string,
  messageId?: MessageId,
): string {
  let url = `/#narrow/channel/${channel.id}`;
  if (channel.name !== undefined) url += `-${encodeFragment(channel.name.replaceAll(' ', '-'))}`;
  if (topic !== undefined) url += `/topic/${encodeFragment(topic)}`;
  if (messageId !== undefined) url += `/near/${messageId}`;
  return url;
}

/** Returns the path on this server of a message in a direct conversation. */
export const directUrl = (userIds: readonly UserId[], messageId: MessageId): string =>
  `/#narrow/dm/${userIds.join(',')}/near/${messageId}`;
