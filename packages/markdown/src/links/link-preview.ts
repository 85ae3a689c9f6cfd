import { escapeHtml } from '../escape.ts';

/** The description of a linked page. `picture` is the path on this server from which readers load the page's picture. */
export type LinkPreview = { url: string; title: string; description: string; picture: string };

/** Returns the HTML of a link preview, which is appended to the HTML of the message (docs/api/rendering.md#previews-of-links). */
export function linkPreviewHtml({ url, title, description, picture }: LinkPreview): string {
  const [href, name] = [escapeHtml(url), escapeHtml(title)];
  // Clients read the picture's URL from the style, so characters that could end the URL there are encoded.
  const source = escapeHtml(picture.replace(/["'()\\\s]/g, percentEncoded));
  const text =
    description === '' ? '' : `<div class="message_embed_description">${escapeHtml(description)}</div>`;
  return (
    `<div class="message_embed"><a class="message_embed_image" href="${href}" ` +
    `style="background-image: url(&quot;${source}&quot;)"></a><div class="data-container">` +
    `<div class="message_embed_title"><a href="${href}" title="${name}">${name}</a></div>${text}</div></div>`
  );
}

const percentEncoded = (character: string): string =>
  `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
