import { expect, it } from 'vitest';
import { TopicRows } from './topic-rows.ts';

it('the row of a topic stays when the topic is renamed, resolved or spelled in another way', () => {
  const renamed = new Map([
    ['tea', 'mint tea'],
    ['mint tea', 'green tea'],
    ['milk', 'salt'],
  ]);
  const rows = new TopicRows((topic) => renamed.get(topic));
  const [tea, milk, salt] = rows.of(['tea', 'milk', 'salt']);
  const after = rows.of(['salt', 'green tea']);
  expect(after.map(({ name }) => name())).toEqual(['salt', 'green tea']);
  expect(after[1]).toBe(tea);
  // A topic that joined another one has the row of that one.
  expect(after[0]).toBe(salt);
  expect(after).not.toContain(milk);
  expect(rows.of(['GREEN TEA'])[0]).toBe(tea);
  expect(tea!.name()).toBe('GREEN TEA');
});

it('a topic that begins again under a former name has a row of its own', () => {
  const rows = new TopicRows((topic) => (topic === 'tea' ? 'coffee' : undefined));
  const [tea] = rows.of(['tea']);
  const [again, coffee] = rows.of(['tea', 'coffee']);
  expect(again).toBe(tea);
  expect(coffee).not.toBe(tea);
});
