import { externalPicturePath, resignPictures } from '@parley/core';

/** Matches previews in HTML of earlier releases, whose `src` is the picture's own URL on another host. */
const direct =
  /<div class="message_inline_image"><a href="([^"]*)" title="[^"]*"><img src="(https?:[^"]*)"><\/a><\/div>/g;

/** Stored HTML of earlier releases needs this. Without a key, the pictures become links. */
export function withOwnPictures(html: string, pictureKey: string): string {
  if (!html.includes('<img src="http')) return html;
  return html.replace(direct, (preview: string, href: string, source: string) => {
    const path = pictureKey === '' ? undefined : externalPicturePath(unescapeHtml(source), pictureKey);
    if (path === undefined) return `<p><a href="${href}">${href}</a></p>`;
    return preview.replace(`<img src="${source}">`, () => `<img src="${path}">`);
  });
}

type Part = { msg_type: string; content: string };

/**
 * Returns the JSON text of a message's submessages with the pictures in blocks signed by the key of now, because their addresses are stored. Parts of
 * other kinds are texts of people and stay as they are.
 */
export function withSignedPictures(stored: string, pictureKey: string): string {
  if (pictureKey === '' || !stored.includes('/external_content/')) return stored;
  const parts = JSON.parse(stored) as Part[];
  return JSON.stringify(
    parts.map((part) =>
      part.msg_type === 'blocks' ? { ...part, content: resignPictures(part.content, pictureKey) } : part,
    ),
  );
}

/** Returns a scheduled message or reminder with its HTML changed by `withOwnPictures`. */
export const rowWithOwnPictures = <Row extends { renderedContent: string }>(
  row: Row,
  pictureKey: string,
): Row => ({ ...row, renderedContent: withOwnPictures(row.renderedContent, pictureKey) });

const characters: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

const unescapeHtml = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|#39);/g, (written, name: string) => characters[name] ?? written);
