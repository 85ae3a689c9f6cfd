import { describe, expect, it } from 'vitest';
import { createContext } from '../../test/context.ts';
import { textOf } from '../../test/text-of.ts';
import { render } from '../index.ts';

const htmlOf = (content: string) => render(content, createContext()).html;

const ranges: [from: number, to: number][] = [
  [0x3000, 0x303f],
  [0x30a0, 0x30ff],
  [0xff00, 0xffef],
  [0xfe10, 0xfe1f],
  [0xfe30, 0xfe6f],
  [0x2010, 0x205e],
];
/** All punctuation of Chinese, Japanese and Korean, without the two that are emoji. */
const cjkPunctuation = ranges
  .flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at)))
  .filter((mark) => /[\p{P}\p{S}]/u.test(mark) && htmlOf(mark) === `<p>${mark}</p>`);
const otherPunctuation = Array.from('"\'(),.:;?!-“”„«»‹›…¿¡״׳؟،؛।፡');

const forms: [name: string, mark: string, open: string, close: string][] = [
  ['strong', '**', '<strong>', '</strong>'],
  ['emphasized', '*', '<em>', '</em>'],
  ['strong and emphasized', '***', '<em><strong>', '</strong></em>'],
  ['struck through', '~~', '<del>', '</del>'],
];

describe.each(forms)('%s text', (_name, mark, open, close) => {
  const check = (typed: (inner: string) => string, expected: string = typed(`${open}x${close}`)) => {
    const inner = `${mark}x${mark}`;
    expect(htmlOf(typed(inner)), typed(inner)).toBe(`<p>${expected}</p>`);
  };

  it('may stand anywhere beside the punctuation of Chinese and Japanese', () => {
    expect(cjkPunctuation.length).toBeGreaterThan(150);
    for (const p of [...cjkPunctuation, ...otherPunctuation.filter((each) => !/["']/.test(each))]) {
      for (const [before, after] of [
        ['字', '字'],
        [p, p],
        ['字', p],
        [p, '字'],
        ['', '字'],
        ['字', ''],
      ]) {
        // biome-ignore format: a table
        for (const inner of [`${p}字${p}`, `字${p}`, `${p}字`, `${p}${p}`, '字']) {
          const typed = `${before}${mark}${inner}${mark}${after}`;
          expect(htmlOf(typed), typed).toBe(`<p>${before}${open}${inner}${close}${after}</p>`);
        }
      }
    }
  });

  it('is the right text when a line has several', () => {
    for (const p of cjkPunctuation) {
      const typed = `これは${mark}${p}重要${p}${mark}です${p}そして${mark}大事${p}${mark}も`;
      const html = `これは${open}${p}重要${p}${close}です${p}そして${open}大事${p}${close}も`;
      expect(htmlOf(typed), typed).toBe(`<p>${html}</p>`);
    }
  });

  it('may stand inside words and quotation marks of any script', () => {
    check((inner) => `un${inner}real`);
    check((inner) => `שלום${inner}ל`);
    check((inner) => `«${inner}»`);
    expect(textOf(htmlOf(`${mark}"a"${mark}s`))).toBe('"a"s');
  });
});

it.each([
  'int *a = (int *)b',
  '2 * 3 * 4',
  'a ** b ** c',
  '** a **',
  '* a*b',
  'rm *.txt *.doc',
  '* *',
  '２＊３＊４',
])('is no emphasis: %s', (typed) => {
  expect(htmlOf(typed)).not.toMatch(/<(?:em|strong)>/);
});
