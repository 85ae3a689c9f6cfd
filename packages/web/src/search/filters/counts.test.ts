import { expect, it } from 'vitest';
import { type Counted, countsOfFilters } from './counts.ts';

/** Wednesday at noon in UTC, when it is evening in Tokyo. */
const clock = { now: new Date('2026-05-13T12:00:00Z'), timeZone: 'Asia/Tokyo' };

const message = (over: Partial<Counted>, sentAt = '2026-05-13T10:00:00Z'): Counted => ({
  timestamp: Date.parse(sentAt) / 1000,
  content: '<p>words</p>',
  flags: ['read'],
  reactions: [],
  ...over,
});

const messages = [
  message({ content: '<p><a href="https://example.com">here</a></p>', reactions: [{}] }),
  message({ content: '<p><a href="/user_uploads/1/a/plan.pdf">plan.pdf</a></p>', flags: ['starred'] }),
  message({ content: '<p><a href="/user_uploads/1/b/pic.PNG?x">a</a></p>', flags: ['read', 'mentioned'] }),
  message({ flags: ['read', 'topic_wildcard_mentioned'] }, '2026-05-12T15:00:00Z'),
  message({ flags: ['read', 'stream_wildcard_mentioned'] }, '2026-05-12T14:59:59Z'),
  message({}, '2026-05-04T00:00:00Z'),
  message({}, '2026-04-30T14:00:00Z'),
];

it.each([
  ['has', 'link', 3],
  ['has', 'attachment', 2],
  ['has', 'reaction', 1],
  ['filetype', 'image', 1],
  ['filetype', 'document', 1],
  ['mentions', 'me', 3],
  ['is', 'starred', 1],
  ['is', 'unread', 1],
  ['during', 'today', 4],
  ['during', 'yesterday', 1],
  ['during', 'this week', 5],
  ['during', 'last week', 1],
  ['during', 'last month', 1],
] as const)('the filter %s:%s counts what it would leave', (operator, operand, expected) => {
  expect(countsOfFilters(messages, [{ operator, operand }], clock)).toEqual([expected]);
});

it('counts nothing for days that cannot be read', () => {
  expect(countsOfFilters(messages, [{ operator: 'during', operand: 'someday' }], clock)).toEqual([0]);
});
