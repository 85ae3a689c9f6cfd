/** Files and links in rendered messages, for the lists of a channel. The HTML is not inserted into the page. */
import type { Message } from '@parley/client';
import { textOf } from '../../html/text-of.ts';

export type Thing = {
  readonly kind: 'file' | 'link';
  readonly href: string;
  /** Name of the file, or words of the link. */
  readonly name: string;
  /** Host of the link; undefined for a file. */
  readonly host: string | undefined;
  readonly message: Message;
};

const files = '/user_uploads/';
const anchors = /<a [^>]*\bhref="([^"]*)"[^>]*>([\s\S]*?)<\/a>/g;

/** Returns the files and the links to other pages in a message, each once. Links within this client are neither. */
export function thingsIn(message: Message, origin: string): Thing[] {
  const found = new Map<string, Thing>();
  for (const [, address = '', content = ''] of message.content.matchAll(anchors)) {
    const url = urlOf(textOf(address), origin);
    if (!url) continue;
    const isOwn = url.origin === origin;
    const isFile = isOwn && url.pathname.startsWith(files);
    if (isOwn && !isFile) continue;
    const href = isFile ? url.pathname : url.href;
    const words = textOf(content);
    const name = words || (isFile ? lastPart(url) : url.href);
    const known = found.get(href);
    // A picture is linked twice: by its name, and by its preview, which has no words.
    if (known && !(words && known.name !== words && known.name === lastPart(url))) continue;
    found.set(href, {
      kind: isFile ? 'file' : 'link',
      href,
      name,
      host: isFile ? undefined : url.host,
      message,
    });
  }
  return [...found.values()];
}

function urlOf(address: string, origin: string): URL | undefined {
  const url = URL.parse(address, `${origin}/`);
  return url && (url.protocol === 'https:' || url.protocol === 'http:') && !address.startsWith('#')
    ? url
    : undefined;
}

function lastPart({ pathname }: URL): string {
  const part = pathname.slice(pathname.lastIndexOf('/') + 1);
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

const pictures = /\.(?:png|jpe?g|gif|webp|avif)$/i;

/** Returns whether a file is a picture that browsers show. */
export const isPicture = (name: string): boolean => pictures.test(name);
