import { expect, it } from 'vitest';
import { insertionOf, payloadPaths } from './payload-paths.ts';

it('finds the values of a payload, lists as one', () => {
  const payload = JSON.stringify({
    state: 'alerting',
    rule: { name: 'CPU', level: 3, ok: false, none: null },
    tags: ['a', 'b'],
    'not a name': 1,
    'with.dot': 1,
  });
  expect(payloadPaths(payload)).toEqual([
    { path: 'state', isList: false, example: 'alerting' },
    { path: 'rule.name', isList: false, example: 'CPU' },
    { path: 'rule.level', isList: false, example: '3' },
    { path: 'rule.ok', isList: false, example: 'false' },
    { path: 'rule.none', isList: false, example: 'null' },
    { path: 'tags', isList: true, example: '2' },
  ]);
});

it('finds the fields of a form, or what its field payload contains', () => {
  const type = 'application/x-www-form-urlencoded; charset=utf-8';
  expect(payloadPaths('a=1&b=x%20y', type).map(({ path, example }) => [path, example])).toEqual([
    ['a', '1'],
    ['b', 'x y'],
  ]);
  const payload = `payload=${encodeURIComponent('{"alert":{"name":"CPU"}}')}`;
  expect(payloadPaths(payload, type).map(({ path }) => path)).toEqual(['alert.name']);
  expect(payloadPaths('{"a":1}', type).map(({ path }) => path)).toEqual(['a']);
  expect(payloadPaths('a=1')).toEqual([]);
});

it('is bounded, whatever the payload is', () => {
  expect(payloadPaths('not JSON')).toEqual([]);
  expect(payloadPaths('"text"')).toEqual([]);
  expect(payloadPaths('[1]')).toEqual([]);
  const wide = JSON.stringify(
    Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`k${at}`, 'x'.repeat(500)])),
  );
  expect(payloadPaths(wide)).toHaveLength(60);
  expect(payloadPaths(wide)[0]?.example).toHaveLength(40);
  expect(payloadPaths(`${'{"a":'.repeat(1_000)}1${'}'.repeat(1_000)}`)).toEqual([]);
});

it('inserts values and loops as templates write them', () => {
  const [state, tags] = payloadPaths('{"state":"x","tags":[1]}');
  expect(insertionOf(state!)).toBe('{{state}}');
  expect(insertionOf(tags!)).toBe('{{#each tags}}{{this}}{{/each}}');
});
