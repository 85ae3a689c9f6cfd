import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldName, foldQuery, fuzzyMatch, hasInOrder, markedParts } from './fuzzy.ts';

const match = (name: string, query: string) => fuzzyMatch(foldName(name), foldQuery(query));
/** The name with its matching parts in brackets. */
const marked = (name: string, query: string) => {
  const found = match(name, query);
  return (
    found &&
    markedParts(name, found.ranges)
      .map(({ text, isMarked }) => (isMarked ? `[${text}]` : text))
      .join('')
  );
};

describe('a name', () => {
  it.each([
    ['engineering', 'eng', '[eng]ineering'],
    ['Design system', 'sys', 'Design [sys]tem'],
    ['Design system', 'dsy', '[D]esign [sy]stem'],
    ['Design system', 'system des', '[Des]ign [system]'],
    ['fetchInvoiceRows', 'inv', 'fetch[Inv]oiceRows'],
    ['fetchInvoiceRows', 'fir', '[f]etch[I]nvoice[R]ows'],
    ['Zoë Müller', 'zoe mul', '[Zoë Mül]ler'],
    ['Straße', 'strasse', '[Straße]'],
    ['Straße', 'stras', '[Straß]e'],
    ['Zoe\u0308', 'zoe', '[Zoe\u0308]'],
    ['की बात', 'क', '[की] बात'],
    ['東京オフィス', '京', '東[京]オフィス'],
    ['東京オフィス', '東京', '[東京]オフィス'],
    ['release 0.2', 'rls', '[r]e[l]ea[s]e 0.2'],
    ['deployments', 'dpl', '[d]e[pl]oyments'],
    ['random', 'xy', undefined],
    ['general', 'ae', undefined],
    ['general', '', undefined],
  ])('%s matches %s', (name, query, expected) => {
    expect(marked(name, query)).toBe(expected);
  });

  it('comes first when it is equal, then when it begins so, then a word, then a part, then letters', () => {
    const names = ['dplyr', 'a deploy', 'undeployed', 'deploy', 'deployments', 'dev employ'];
    const ranked = names
      .map((name) => ({ name, score: match(name, 'deploy')?.score ?? 0 }))
      .filter(({ score }) => score > 0)
      .sort((one, other) => other.score - one.score);
    expect(ranked.map(({ name }) => name)).toEqual([
      'deploy',
      'deployments',
      'a deploy',
      'undeployed',
      'dev employ',
    ]);
  });
});

const text = fc.string({
  unit: fc.constantFrom('a', 'B', 'é', 'ß', 'İ', 'क', 'ी', '😀', ' ', '-', 'ﬁ', '\u0301'),
});

it('has parts within the name, in order, whose letters are those of the query', () => {
  fc.assert(
    fc.property(text, text, (name, query) => {
      const found = match(name, query);
      if (!found) return;
      let end = 0;
      for (const [from, to] of found.ranges) {
        expect(from).toBeGreaterThanOrEqual(end);
        expect(to).toBeGreaterThan(from);
        expect(to).toBeLessThanOrEqual(name.length);
        expect(name.slice(from, to).isWellFormed()).toBe(true);
        end = to;
      }
      expect(
        markedParts(name, found.ranges)
          .map((part) => part.text)
          .join(''),
      ).toBe(name);
      expect(found.score).toBeGreaterThanOrEqual(1);
    }),
  );
});

it('matches the whole of itself best', () => {
  fc.assert(
    fc.property(text, (name) => {
      fc.pre(foldQuery(name).whole !== '' && foldName(name).text === foldQuery(name).whole);
      expect(match(name, name)?.score).toBe(100);
    }),
  );
});

it('has the letters of every query that it matches in order, so that longer queries need to look only there', () => {
  fc.assert(
    fc.property(text, text, (name, query) => {
      if (!match(name, query)) return;
      const folded = foldName(name);
      for (const word of foldQuery(query).words) expect(hasInOrder(folded.text, word)).toBe(true);
    }),
  );
});

it('is matched in bounded time, whatever it is called', () => {
  const name = 'a '.repeat(5_000);
  const began = performance.now();
  expect(match(name, `${'a'.repeat(60)}b`)).toBeUndefined();
  expect(performance.now() - began).toBeLessThan(500);
});
