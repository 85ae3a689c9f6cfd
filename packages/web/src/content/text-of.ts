/** Returns the plain text of rendered HTML. The HTML is not inserted into the page. */
export const textOf = (html: string): string =>
  html
    .replaceAll(/<img alt="([^"]*)" class="inline-image"[^>]*>/g, '$1')
    .replaceAll(/<(?:br|\/(?:p|li|div)|(?:ul|ol|blockquote|div|h[1-6]|table)(?: [^>]*)?)>/g, ' ')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
    .trim();
