const paragraphs = /^(?:<p>[^<]*<\/p>\s*)+$/;
const paragraph = /<p>([^<]*)<\/p>(\s*)/g;
const otherEntity = /&(?!(?:amp|lt|gt|quot|#39);)/;
const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/**
 * Returns the paragraphs of rendered HTML, each with the white space after it, when the HTML consists only of paragraphs of
 * plain text. Undefined for all other HTML. Most messages are plain: they are inserted as text and need no sanitizer.
 */
export function plainParagraphs(html: string): [text: string, space: string][] | undefined {
  if (!paragraphs.test(html) || otherEntity.test(html)) return undefined;
  return Array.from(html.matchAll(paragraph), ([, text, space]) => [
    text!.replaceAll(/&(\w+|#39);/g, (_, name: string) => entities[name]!),
    space!,
  ]);
}
