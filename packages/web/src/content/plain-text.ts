const paragraphs = /^(?:<p>[^<]*<\/p>\s*)+$/;
const paragraph = /<p>([^<]*)<\/p>(\s*)/g;
const otherEntity = /&(?!(?:amp|lt|gt|quot|#39);)/;
const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/**
 * Returns the texts of rendered HTML that consists of paragraphs without any markup, as most messages do, each with the
 * space behind it. Undefined for all other HTML. Such texts need no sanitizer: they are inserted as text.
 */
export function plainParagraphs(html: string): [text: string, space: string][] | undefined {
  if (!paragraphs.test(html) || otherEntity.test(html)) return undefined;
  return Array.from(html.matchAll(paragraph), ([, text, space]) => [
    text!.replaceAll(/&(\w+|#39);/g, (_, name: string) => entities[name]!),
    space!,
  ]);
}
