import type { MarkdownIt } from 'markdown-it';

/** Renders the alignment of cells as clients read it: `style="text-align: left;"`. */
export function table(md: MarkdownIt): void {
  for (const [name, tag] of [
    ['th_open', 'th'],
    ['td_open', 'td'],
  ] as const) {
    md.renderer.rules[name] = (tokens, index) => {
      const align = /^text-align:(left|right|center)$/.exec(String(tokens[index]!.attrGet('style') ?? ''));
      return align ? `<${tag} style="text-align: ${align[1]};">` : `<${tag}>`;
    };
  }
}
