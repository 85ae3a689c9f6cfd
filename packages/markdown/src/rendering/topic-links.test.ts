import { expect, it } from 'vitest';
import { linkifiers } from '../../test/context.ts';
import { topicLinks } from '../index.ts';

it('finds linkifiers and addresses in a topic, in order', () => {
  expect(topicLinks('see https://a.example.com/x and #12, a/b@0123abc', linkifiers)).toEqual([
    { text: 'https://a.example.com/x', url: 'https://a.example.com/x' },
    { text: '#12', url: 'https://bugs.example.com/12' },
    { text: 'a/b@0123abc', url: 'https://git.example.com/a/b/commit/0123abc' },
  ]);
});

it('finds nothing in a topic without links', () => {
  expect(topicLinks('lunch', linkifiers)).toEqual([]);
  expect(topicLinks('', linkifiers)).toEqual([]);
  expect(topicLinks('javascript:alert(1) main.py', linkifiers)).toEqual([]);
});
