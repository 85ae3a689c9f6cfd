import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createContext } from '../test/context.ts';
import { withoutFormulas } from '../test/formulas.ts';
import { type RenderContext, type Rendered, render } from './index.ts';

type Case = {
  name: string;
  input: string;
  html: string;
  context?: Partial<RenderContext>;
} & Partial<Rendered>;

const cases = JSON.parse(readFileSync(new URL('../fixtures/cases.json', import.meta.url), 'utf8')) as Case[];

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
