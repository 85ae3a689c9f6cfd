import { Parser } from 'htmlparser2';

/** Plain texts of limited length, and the absolute URL of its picture. */
export type PagePreview = { title: string; description: string; pictureUrl: string };

const maxTitle = 200;
const maxDescription = 400;
const maxPictureUrl = 2_000;
/** Maximum number of tags to read. Pages describe themselves at their beginning. */
const maxTags = 2_000;
/** Any other element begins the body (https://html.spec.whatwg.org/#the-after-head-insertion-mode). */
const headElements: ReadonlySet<string> = new Set(
  'html head title meta link script style base noscript template'.split(' '),
);
/** Names of `meta` properties, the preferred one first (https://ogp.me, Twitter cards, HTML). */
const names = {
  title: ['og:title', 'twitter:title'],
  description: ['og:description', 'twitter:description', 'description'],
  picture: ['og:image:secure_url', 'og:image', 'og:image:url', 'twitter:image'],
} as const;
const known: ReadonlySet<string> = new Set(Object.values(names).flat());

/**
 * Returns the description of a page from the beginning of its HTML. Undefined when it has no title or no picture, because
 * clients draw the preview around the picture.
 * @param url URL of the page, to which the URL of the picture may be relative
 */
export function previewOfPage(page: Uint8Array, contentType: string, url: string): PagePreview | undefined {
  const { properties, title } = readHead(decode(page, contentType));
  const first = (of: readonly string[]) => of.map((name) => properties.get(name)).find(Boolean) ?? '';
  const preview = {
    title: plainText(first(names.title) || title, maxTitle),
    description: plainText(first(names.description), maxDescription),
    pictureUrl: pictureUrlOf(first(names.picture), url),
  };
  return preview.title === '' || preview.pictureUrl === '' ? undefined : preview;
}

function readHead(html: string): { properties: ReadonlyMap<string, string>; title: string } {
  const properties = new Map<string, string>();
  let title = '';
  let isTitle = false;
  let tags = 0;
  const parser = new Parser({
    onopentag(name, { property, name: plainName, content }) {
      tags++;
      // Only the head describes the page, so parsing stops at its end.
      if (tags > maxTags || !headElements.has(name)) return parser.pause();
      isTitle = name === 'title' && title === '';
      const key = (property ?? plainName ?? '').trim().toLowerCase();
      if (name === 'meta' && content && known.has(key) && !properties.has(key)) properties.set(key, content);
    },
    ontext(text) {
      if (isTitle && title.length < 10 * maxTitle) title += text;
    },
    onclosetag() {
      isTitle = false;
    },
  });
  parser.write(html);
  return { properties, title };
}

/** By a byte order mark, or the header, or a declaration in the first 1,024 bytes. */
function decode(page: Uint8Array, contentType: string): string {
  const beginning = Buffer.from(page.subarray(0, 1_024)).toString('latin1');
  const mark = { '\xef\xbb\xbf': 'utf-8', '\xfe\xff': 'utf-16be', '\xff\xfe': 'utf-16le' };
  const marked = Object.entries(mark).find(([bytes]) => beginning.startsWith(bytes))?.[1];
  const declared = /<meta[^>]{1,200}?charset\s*=\s*["']?([\w-]{1,40})/i.exec(beginning)?.[1];
  const label = marked ?? /charset\s*=\s*"?([\w-]{1,40})/i.exec(contentType)?.[1] ?? declared ?? 'utf-8';
  try {
    return new TextDecoder(label).decode(page);
  } catch {
    // The page declares an encoding that does not exist.
    return new TextDecoder().decode(page);
  }
}

/** At most `maxLength` characters, without control characters and characters that reorder text. */
function plainText(text: string, maxLength: number): string {
  const line = text
    .slice(0, 10 * maxLength)
    .toWellFormed()
    .replace(/[\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c]/g, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  const characters = Array.from(line);
  return characters.length <= maxLength
    ? line
    : `${characters
        .slice(0, maxLength - 1)
        .join('')
        .trimEnd()}…`;
}

function pictureUrlOf(picture: string, pageUrl: string): string {
  if (picture === '' || !URL.canParse(picture.trim(), pageUrl)) return '';
  const { protocol, href } = new URL(picture.trim(), pageUrl);
  return /^https?:$/.test(protocol) && href.length <= maxPictureUrl ? href : '';
}
