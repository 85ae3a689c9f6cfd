import type { MarkdownIt } from 'markdown-it';
import { isAllowedUrl } from '../urls.ts';
import { type Piece, splitText } from './split-text.ts';

// Country domains that are usually a file extension, unless the text has another sign of an address.
const fileEnding =
  /^[^/?#:@]*\.(?:py|md|rs|sh|pl|cc|so|ps|ml|mk|pm|tf|am|ac|vi|hs|kt|ts|js|go|cs|la|sc|sql|lua|zip|mov)$/i;
const moreDomains =
  'academy agency app arpa art blog chat cloud codes community company design dev digital edu email events foundation games guide host int life live media mil network news online page party press rocks site social software solutions space store studio support systems team tech tools university website wiki world xyz zone'.split(
    ' ',
  );
const separator = /[.@]|:\/\//;

/** Turns web and email addresses in text into links. Replaces the parser's own rule, which links file names too. */
export function autolink(md: MarkdownIt): void {
  md.core.ruler.disable('linkify');
  md.linkify.add('//', null).set({ fuzzyLink: true }).tlds(moreDomains, true);
  splitText(md, 'autolink', (text, _env, instance) => findAddresses(text, instance));
}

/** Returns the addresses in a plain text, in order. */
export function findAddresses(text: string, md: MarkdownIt): Piece[] | undefined {
  if (!separator.test(text)) return undefined;
  const matches = md.linkify.match(text);
  if (matches === null) return undefined;
  const pieces: Piece[] = [];
  for (const match of matches) {
    if (match.schema === '' && fileEnding.test(match.text)) continue;
    const href = md.normalizeLink(match.url);
    if (!isAllowedUrl(href)) continue;
    pieces.push({ kind: 'link', start: match.index, end: match.lastIndex, href, text: match.text });
  }
  return pieces;
}
