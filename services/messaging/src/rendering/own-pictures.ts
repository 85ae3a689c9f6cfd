import { externalPicturePath } from '@parley/core';

/** Previews of pictures as earlier renderers wrote them, with the picture's own address as their source. */
const direct =
  /<div class="message_inline_image"><a href="([^"]*)" title="[^"]*"><img src="(https?:[^"]*)"><\/a><\/div>/g;

/**
 * Returns the HTML of a message with the pictures of other hosts loaded from this server, as the current renderer
 * writes it. Messages that were rendered before keep their stored HTML. Without a key, the pictures become links.
 */
export function withOwnPictures(html: string, pictureKey: string): string {
  if (!html.includes('<img src="http')) return html;
  return html.replace(direct, (preview: string, href: string, source: string) => {
    const path = pictureKey === '' ? undefined : externalPicturePath(unescapeHtml(source), pictureKey);
    if (path === undefined) return `<p><a href="${href}">${href}</a></p>`;
    return preview.replace(`<img src="${source}">`, () => `<img src="${path}">`);
  });
}

/** Returns a stored message that is not sent yet, with its HTML as `withOwnPictures` shows it. */
export const rowWithOwnPictures = <Row extends { renderedContent: string }>(
  row: Row,
  pictureKey: string,
): Row => ({ ...row, renderedContent: withOwnPictures(row.renderedContent, pictureKey) });

const characters: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** Reverses the renderer's escaping. */
const unescapeHtml = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => characters[name]!);
