/**
 * Replaces the HTML of formulas by a short mark of their kind. These tests check where formulas are, and not how KaTeX renders
 * them.
 */
export function withoutFormulas(html: string): string {
  const start = html.search(/<span class="katex(?:-display)?">/);
  if (start === -1) return html;
  let depth = 0;
  for (const tag of html.slice(start).matchAll(/<(\/?)span\b[^>]*>/g)) {
    depth += tag[1] === '/' ? -1 : 1;
    if (depth > 0) continue;
    const end = start + tag.index + tag[0].length;
    const formula = html.slice(start, end);
    if (!formula.includes('<math') || !formula.includes('class="katex-html"')) return html;
    const mark = formula.startsWith('<span class="katex-display">') ? 'KATEX-DISPLAY' : 'KATEX';
    return html.slice(0, start) + mark + withoutFormulas(html.slice(end));
  }
  return html;
}
