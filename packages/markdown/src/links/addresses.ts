import type { MarkdownIt } from 'markdown-it';
import { limits } from '../limits.ts';
import { isAllowedUrl } from './urls.ts';

/** A web or email address in a text: its range, and the URL of its link. */
export type Address = { start: number; end: number; href: string };

// Endings that occur mostly as file extensions, such as the country domain `py`. A name with such an ending becomes a link only
// if something else, such as a scheme or a path, shows that it is an address.
const fileEnding =
  /^[^/?#:@]*\.(?:py|md|rs|sh|pl|cc|so|ps|ml|mk|pm|tf|am|ac|vi|hs|kt|ts|js|go|cs|la|sc|sql|lua|zip|mov)$/i;
const moreDomains =
  'academy agency app arpa art blog chat cloud codes community company design dev digital edu email events foundation games guide host int life live media mil network news online page party press rocks site social software solutions space store studio support systems team tech tools university website wiki world xyz zone'.split(
    ' ',
  );
const userInformation = /[^\s/?#@<>"'`()[\]{}\\]{1,200}@/y;
/** Matches a second `@` before the path. Such a URL leads to the host after this `@`, not to the text before it. */
const laterAt = /[^\s/?#@]*@/y;

/**
 * Configures how the parser finds URLs in text. In a URL with a scheme, user information (`user@`) is part of the link,
 * because a link that ended before the `@` would lead to another host.
 */
export function configureAddresses(md: MarkdownIt): void {
  const host = new RegExp(md.linkify.re.get_url_host_port().source, 'iy');
  const validate = (text: string, from: number): number => {
    if (!text.startsWith('//', from)) return 0;
    let pos = from + 2;
    userInformation.lastIndex = pos;
    if (userInformation.test(text)) pos = userInformation.lastIndex;
    host.lastIndex = pos;
    if (!host.test(text)) return 0;
    const hostEnd = host.lastIndex;
    laterAt.lastIndex = hostEnd;
    if (laterAt.test(text)) return 0;
    const end = findPathEnd(text, hostEnd);
    return end === -1 ? 0 : end - from;
  };
  for (const scheme of ['http:', 'https:', 'ftp:']) md.linkify.add(scheme, { validate });
  md.linkify.add('//', null).set({ fuzzyLink: true }).tlds(moreDomains, true);
}

const separator = /[.@]|:\/\//;

/** Returns the URLs and email addresses in a plain text, in order. Returns undefined or an empty list when there are none. */
export function findAddresses(text: string, md: MarkdownIt): Address[] | undefined {
  if (!separator.test(text)) return undefined;
  const matches = md.linkify.match(text);
  if (matches === null) return undefined;
  const found: Address[] = [];
  let done = 0;
  for (const match of matches) {
    const start = match.index;
    if (start < done) continue;
    let end = match.lastIndex;
    if (match.schema === '') {
      if (fileEnding.test(match.raw)) continue;
      const path = match.raw.search(/[/?#]/);
      end = findPathEnd(text, path === -1 ? end : start + path);
      if (end === -1) continue;
    } else if (match.schema === 'mailto:' && text[end] === '/') {
      // `a@b.com/c` is no email address, and a link on a part of it would misrepresent what the author typed.
      continue;
    }
    const prefix = match.url.slice(0, match.url.length - match.raw.length);
    const href = md.normalizeLink(prefix + text.slice(start, end));
    if (!isAllowedUrl(href)) continue;
    done = end;
    found.push({ start, end, href });
  }
  return found;
}

const closerOf: Record<string, string> = { '(': ')', '[': ']', '{': '}' };
const closers = new Set([')', ']', '}']);
const stops = new Set([...'<>"`\u007f\uff5c']);
const foreignStop = /[\p{Z}\p{P}\p{Cc}]/u;
const trailing = new Set([...".,:;!?'*"]);

/**
 * Returns the end of the path, query and fragment that begin at `from`. A closing bracket belongs to the address only if its
 * opening bracket does. Punctuation at the end belongs to the sentence. Returns -1 when brackets nest deeper than
 * `limits.addressBrackets`.
 */
function findPathEnd(text: string, from: number): number {
  if (!/[/?#]/.test(text[from] ?? '')) return from;
  const open: { at: number; closer: string }[] = [];
  let end = from;
  for (; end < text.length; end++) {
    const char = text.charAt(end);
    if (char <= ' ' || stops.has(char) || (char > '\u007f' && foreignStop.test(char))) break;
    const closer = closerOf[char];
    if (closer !== undefined) {
      open.push({ at: end, closer });
      if (open.length > limits.addressBrackets) return -1;
    } else if (closers.has(char)) {
      if (open.at(-1)?.closer !== char) break;
      open.pop();
    }
  }
  end = open[0]?.at ?? end;
  for (;;) {
    if (end > from && trailing.has(text.charAt(end - 1))) end--;
    else if (end > from + 1 && text[end - 1] === '~' && text[end - 2] === '~') end -= 2;
    else return end;
  }
}
