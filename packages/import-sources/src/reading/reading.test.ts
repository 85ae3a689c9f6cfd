import type { Finding } from '@parley/archive';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decoded, lines } from './chunks.ts';
import { jsonElements } from './json-stream.ts';
import { Sorter } from './sort.ts';

async function* pieces<T extends string | Uint8Array>(value: T, length: number): AsyncIterable<T> {
  for (let at = 0; at < value.length; at += length) yield value.slice(at, at + length) as T;
}

describe('jsonElements', () => {
  const read = async (json: string, length: number): Promise<[unknown[], string[]]> => {
    const found: unknown[] = [];
    const told: Omit<Finding, 'kind'>[] = [];
    for await (const { key, value, where } of jsonElements(pieces(json, length), 'f', (finding) =>
      told.push(finding),
    )) {
      found.push(key === undefined ? [where, value] : [where, key, value]);
    }
    return [found, told.map(({ where, example }) => `${where} ${example}`)];
  };

  it.each([1, 2, 3, 1_000])('reads lists and objects in pieces of %d characters', async (length) => {
    const list = '[{"a":"]\\"}"},\n 5, "x,y", [1,[2]],\ntrue]';
    expect(await read(list, length)).toEqual([
      [
        ['f:1', { a: ']"}' }],
        ['f:2', 5],
        ['f:2', 'x,y'],
        ['f:2', [1, [2]]],
        ['f:3', true],
      ],
      [],
    ]);
    expect(await read('{"a": [1, {"b": 2}], "c": {"d": []}, "e": null, "f": []}', length)).toEqual([
      [
        ['f:1', 'a', 1],
        ['f:1', 'a', { b: 2 }],
        ['f:1', 'c', { d: [] }],
        ['f:1', 'e', null],
      ],
      [],
    ]);
  });

  it('leaves an element out that is nested so deeply that it would exhaust the stack', async () => {
    const deep = `${'[{"a":'.repeat(100_000)}1${'}]'.repeat(100_000)}`;
    const brackets = '['.repeat(200);
    expect(await read(`[1, {"a": ${deep}},\n"${brackets}"]`, 10_000)).toEqual([
      [
        ['f:1', 1],
        ['f:2', brackets],
      ],
      ['f:1 The file has an element that is nested too deeply.'],
    ]);
  });

  it('reads what JSON.stringify writes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.jsonValue()), fc.integer({ min: 1, max: 9 }), async (values, length) => {
        const expected = JSON.parse(JSON.stringify(values)) as unknown[];
        const [found, told] = await read(JSON.stringify(values, null, 1), length);
        expect(told).toEqual([]);
        expect(found.map((entry) => (entry as unknown[])[1])).toEqual(expected);
      }),
    );
  });

  it('never fails, whatever the file is', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.constantFrom('[', ']', '{', '}', '"', ',', ':', '\\', '1', 'x', ' ', '\n', '"a"', 'null'),
          { maxLength: 40 },
        ),
        fc.integer({ min: 1, max: 5 }),
        async (parts, length) => {
          const json = parts.join('');
          const [, told] = await read(json, length);
          let isValid = true;
          try {
            const value: unknown = JSON.parse(json);
            isValid = typeof value === 'object' && value !== null;
          } catch {
            isValid = false;
          }
          if (isValid) expect(told).toEqual([]);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it('tells of broken elements and of a file that ends early', async () => {
    expect(await read('[1, {x}, 2', 3)).toEqual([
      [['f:1', 1]],
      ['f:1 The file has an element that is no JSON: {x}.', expect.stringContaining('ends early')],
    ]);
  });
});

describe('decoded', () => {
  const decode = async (bytes: Uint8Array, length: number): Promise<[string, string[]]> => {
    const told: string[] = [];
    let text = '';
    for await (const chunk of decoded(pieces(bytes, length), 'f', ({ finding }) => told.push(finding)))
      text += chunk;
    return [text, told];
  };

  it.each([1, 2, 3, 1_000])('reads UTF-8, UTF-16 and broken bytes in pieces of %d bytes', async (length) => {
    expect(await decode(Buffer.from('häß 🎉'), length)).toEqual(['häß 🎉', []]);
    expect(await decode(Buffer.from('\ufeffhäß', 'utf16le'), length)).toEqual(['häß', ['other-encoding']]);
    expect(await decode(Buffer.from([0x61, 0xff, 0x62, 0xfe]), length)).toEqual([
      'a\ufffdb\ufffd',
      ['wrong-encoding'],
    ]);
    expect(await decode(Buffer.from('a'), length)).toEqual(['a', []]);
    expect(await decode(Buffer.from(''), length)).toEqual(['', []]);
  });
});

describe('lines', () => {
  it('leaves the text of a line out that is too long', async () => {
    const found: unknown[] = [];
    for await (const line of lines(pieces('ab\n\nabcdef\nx', 2), 4)) found.push([line.number, line.text]);
    expect(found).toEqual([
      [1, 'ab'],
      [3, undefined],
      [4, 'x'],
    ]);
  });
});

describe('Sorter', () => {
  it('reads values again that are longer than a piece of its files', async () => {
    await using sorter = new Sorter(undefined, 1);
    const texts = ['b', 'a', 'ä'].map((letter) => letter.repeat(300_000));
    for (const value of texts) await sorter.add({ group: value.slice(0, 1), time: 0, value });
    const found: unknown[] = [];
    for await (const value of sorter.sorted()) found.push(value);
    expect(found).toEqual(texts.toSorted());
  });

  it('sorts more than its memory holds as one list', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom('a', 'b', 'ä\u2028'), fc.integer({ min: 0, max: 5 })), {
          maxLength: 300,
        }),
        fc.constantFrom(1, 500, 1_000_000),
        async (items, limit) => {
          await using sorter = new Sorter(undefined, limit);
          for (const [index, [group, time]] of items.entries())
            await sorter.add({ group, time, value: { index, group, text: 'a\u2028\n' } });
          const found: unknown[] = [];
          for await (const value of sorter.sorted()) found.push((value as { index: number }).index);
          const expected = items
            .map(([group, time], index) => ({ group, time, index }))
            .sort((a, b) =>
              a.group < b.group ? -1 : a.group > b.group ? 1 : a.time - b.time || a.index - b.index,
            );
          expect(found).toEqual(expected.map(({ index }) => index));
        },
      ),
      { numRuns: 30 },
    );
  });
});
