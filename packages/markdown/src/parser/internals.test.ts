import { readFileSync } from 'node:fs';
import createMarkdownIt, { type MarkdownIt } from 'markdown-it';
import { describe, expect, it } from 'vitest';
import { createContext } from '../../test/context.ts';
import { render } from '../index.ts';
import { findRule, usePlainState } from './internals.ts';

const create = () => createMarkdownIt({ html: false, linkify: true, breaks: true });
const inputs = (
  JSON.parse(readFileSync(new URL('../../fixtures/cases.json', import.meta.url), 'utf8')) as {
    input: string;
  }[]
).map(({ input }) => input);

/** Returns a copy for comparisons: without methods, and with a constant for `md` and `env`, which are not compared. */
function fields(value: object): Record<string, unknown> {
  return JSON.parse(
    JSON.stringify(value, (key, member: unknown) => (key === 'md' || key === 'env' ? 'same' : member)),
  ) as Record<string, unknown>;
}

describe('the internals of markdown-it that the parser relies on', () => {
  it('contain the rules that the parser wraps, under the same names', () => {
    const md = create();
    for (const name of ['table', 'blockquote', 'list', 'fence'])
      expect(findRule(md.block.ruler, name)).toMatchObject({ name, alt: expect.any(Array) });
    for (const name of ['emphasis', 'strikethrough', 'backticks', 'link', 'autolink'])
      expect(findRule(md.inline.ruler, name)).toMatchObject({ name, fn: expect.any(Function) });
    expect(() => findRule(md.inline.ruler, 'no_such_rule')).toThrow('no_such_rule');
  });

  it('contain states and tokens with the same fields as their plain replacements', () => {
    const original = create();
    const plain = create().use(usePlainState);
    const state = (md: MarkdownIt) => new md.inline.State('a *b*', md, {}, []);
    expect(fields(state(plain))).toEqual(fields(state(original)));
    expect(Object.keys(state(plain)).sort()).toEqual(Object.keys(state(original)).sort());
    const token = (md: MarkdownIt) => new (state(md).Token)('text', '', 0);
    expect(fields(token(plain))).toEqual(fields(token(original)));
    expect(token(plain)).toBeInstanceOf(state(original).Token);
    expect(Object.getOwnPropertyNames(Object.getPrototypeOf(state(original))).sort()).toEqual(
      ['constructor', 'push', 'pushPending', 'scanDelims'].sort(),
    );
  });

  it('parse to the same tokens with the plain states', () => {
    const original = create();
    const plain = create().use(usePlainState);
    // Inputs with emphasis over several lines are left out, because only these are meant to differ.
    const same = inputs.filter((input) => !(/[*_~]/.test(input) && input.includes('\n')));
    expect(same.length).toBeGreaterThan(200);
    for (const input of same) {
      expect(fields(plain.parse(input, {})), input).toEqual(fields(original.parse(input, {})));
    }
  });

  it('parse the content of list items with the parent type `list`, and nothing else', () => {
    const md = create();
    const seen: string[] = [];
    const tokenize = md.block.tokenize.bind(md.block);
    md.block.tokenize = (state, line, endLine) => {
      seen.push(`${state.parentType} ${line} ${state.blkIndent} ${state.listIndent}`);
      tokenize(state, line, endLine);
    };
    md.parse('1. a\n   - b\n> c', {});
    expect(seen).toEqual(['root 0 0 -1', 'list 0 3 0', 'list 1 5 3', 'blockquote 2 0 -1']);
  });

  it('restore the first line of an item, which is parsed without its marker', () => {
    expect(render('1. > a\n   > b\n\nc', createContext()).html).toBe(
      '<ol>\n<li>\n<blockquote>\n<p>a<br>\nb</p>\n</blockquote>\n</li>\n</ol>\n<p>c</p>',
    );
  });
});
