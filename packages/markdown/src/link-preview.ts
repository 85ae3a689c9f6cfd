import { escapeHtml } from './escape.ts';

/**
 * Description of a linked page, as the page gives it. `picture` is the address on this server from which readers load
 * its picture.
 */
export type LinkPreview = { url: string; title: string; description: string; picture: string };

/** Returns the HTML of a preview (docs/api/rendering.md#previews-of-links), to be appended to a rendered message. */
export function linkPreviewHtml({ url, title, description, picture }: LinkPreview): string {
  const [href, name] = [escapeHtml(url), escapeHtml(title)];
  // Clients read the picture's address from the style, so it must not leave the brackets.
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
