import { expect, it } from 'vitest';
import { fillText } from './index.ts';

it('braces in a text mark a parameter, or are literal where the text shows a pattern', () => {
  expect(fillText('Remove {name}', { name: '{id}' })).toBe('Remove {id}');
  expect(fillText('https://example.com/issues/{id}', {})).toBe('https://example.com/issues/{id}');
  expect(fillText('In two braces: #{{id}}', {})).toBe('In two braces: #{{id}}');
  expect(fillText({ one: 'one file', other: '{count} files' }, { count: 2 })).toBe('2 files');
});
