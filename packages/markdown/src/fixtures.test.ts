import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createContext } from '../test/context.ts';
import { type RenderContext, type Rendered, render } from './index.ts';

type Case = {
  name: string;
  input: string;
  html: string;
  context?: Partial<RenderContext>;
} & Partial<Rendered>;

const cases = JSON.parse(readFileSync(new URL('../fixtures/cases.json', import.meta.url), 'utf8')) as Case[];

/** The library renders formulas. Fixtures contain only their place and kind. */
function withoutFormulas(html: string): string {
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

describe('fixtures', () => {
  it('are at least 200, each with a unique name', () => {
    expect(cases.length).toBeGreaterThanOrEqual(200);
    expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length);
  });

  it.each(cases)('$name', ({ name: _name, input, html, context, ...facts }) => {
    const rendered = render(input, createContext(context));
    expect(withoutFormulas(rendered.html)).toBe(html);
    expect(rendered).toMatchObject(facts);
  });
});
