/** HTML of mails. */

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes a text for HTML, including attributes. */
export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (char) => entities[char]!);

/** Returns a text as HTML paragraphs. */
export const paragraphs = (text: string): string =>
  text
    .split('\n\n')
    .map((part) => `<p>${escapeHtml(part)}</p>`)
    .join('\n');

/** Makes the addresses of a rendered message absolute: a mail has no page that they could be relative to. */
export const absoluteAddresses = (renderedContent: string, publicUrl: string): string =>
  renderedContent.replaceAll(
    /\b(href|src|data-original-src)="([/#][^"]*)"/g,
    (match, attribute: string, address: string) => {
      if (address.startsWith('//')) return match;
      return `${attribute}="${escapeHtml(publicUrl)}${address.startsWith('#') ? '/' : ''}${address}"`;
    },
  );
