import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { attachedIn, differenceOf, withCaption, withExchanged, withoutAttached } from './attached.ts';

const link = (name: string) => `[${name}](/user_uploads/2/ab/${name})`;
const namesIn = (text: string) => attachedIn(text).map(({ label }) => label);

const line = fc.oneof(
  fc.constantFrom('some text', '', '* a point', 'see [here](https://a.example/) and more'),
  fc.constantFrom('a.png', 'b.pdf', 'c d.txt'.replace(' ', '_')).map(link),
);
const text = fc.array(line, { maxLength: 8 }).map((lines) => lines.join('\n'));

describe('the files of a text', () => {
  it('are links to uploads that stand alone, and no code', () => {
    const source = [
      'Look:',
      link('a.png'),
      `in line ${link('b.png')}`,
      '```',
      link('c.png'),
      '```',
      `!${link('d.png')}`,
      '[e](https://other.example/user_uploads/e)',
    ].join('\n');
    expect(namesIn(source)).toEqual(['a.png', 'd.png']);
    expect(attachedIn('[x](/user_uploads/1/a%20b.txt)')).toMatchObject([{ label: 'x', name: 'a b.txt' }]);
    expect(attachedIn('[x](/user_uploads/1/%E0%A4%A)')).toMatchObject([{ name: '%E0%A4%A' }]);
  });

  it('are removed one by one, and nothing else is', () =>
    fc.assert(
      fc.property(text, fc.nat({ max: 8 }), (source, index) => {
        const all = attachedIn(source);
        const left = withoutAttached(source, index);
        expect(namesIn(left)).toEqual(namesIn(source).filter((_, at) => at !== index));
        const other = (each: string) =>
          each.split('\n').filter((one) => one !== '' && !one.includes('/user_uploads/'));
        if (all.length > 0) expect(other(left)).toEqual(other(source));
      }),
    ));

  it('change places, and back', () =>
    fc.assert(
      fc.property(text, fc.nat({ max: 8 }), fc.nat({ max: 8 }), (source, one, other) => {
        const changed = withExchanged(source, one, other);
        expect(withExchanged(changed, one, other)).toBe(source);
        expect(namesIn(changed).toSorted()).toEqual(namesIn(source).toSorted());
        const all = namesIn(source);
        if (one < all.length && other < all.length) expect(namesIn(changed)[one]).toBe(all[other]);
      }),
    ));

  it('get captions, whatever characters these have', () =>
    fc.assert(
      fc.property(text, fc.nat({ max: 8 }), fc.string(), (source, index, caption) => {
        const all = attachedIn(source);
        const changed = withCaption(source, index, caption);
        expect(attachedIn(changed).map(({ address }) => address)).toEqual(all.map(({ address }) => address));
        if (index < all.length && caption.trim() === '')
          expect(attachedIn(changed)[index]!.label).toBe(all[index]!.name);
        if (index >= all.length) expect(changed).toBe(source);
      }),
    ));
});

it('the difference of two texts turns the first into the second', () =>
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.string(), (start, one, other) => {
      const [before, after] = [start + one + start, start + other + start];
      const { from, to, by } = differenceOf(before, after);
      expect(before.slice(0, from) + by + before.slice(to)).toBe(after);
    }),
  ));
