import { expect, it } from 'vitest';
import { countsInWords } from './counts-in-words.ts';

it('names the important kinds of a report, and counts the others together', () => {
  expect(countsInWords({ messages: 2, files: 1, settings: 1, statuses: 2, sessions: 0 })).toBe(
    '2 messages, one file, and 3 other entries',
  );
  expect(countsInWords({ messages: 0 })).toBe('');
  expect(countsInWords({ statuses: 1 })).toBe('one other entry');
});
