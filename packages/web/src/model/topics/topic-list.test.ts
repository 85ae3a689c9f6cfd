import { expect, it } from 'vitest';
import { arrangedTopics, type TopicChoice } from './topic-list.ts';

const topics = ['beta', '✔ alpha', '', 'Gamma'].map((name, at) => ({ name, newestId: 100 - at }));
const names = (choice: Partial<TopicChoice>) =>
  arrangedTopics(
    topics,
    { order: 'recent', filter: 'all', text: '', ...choice },
    {
      unreadOf: (topic) => (topic === 'Gamma' ? 3 : 0),
      labelOf: (topic) => topic || 'general chat',
      compare: new Intl.Collator('en').compare,
    },
  ).map(({ name }) => name);

it('are sorted by recency, by unread messages, and by name without the mark of resolved topics', () => {
  expect(names({})).toEqual(['beta', '✔ alpha', '', 'Gamma']);
  expect(names({ order: 'unread' })).toEqual(['Gamma', 'beta', '✔ alpha', '']);
  expect(names({ order: 'name' })).toEqual(['✔ alpha', 'beta', 'Gamma', '']);
});

it('are filtered by whether they are resolved, and by what is shown of their names', () => {
  expect(names({ filter: 'resolved' })).toEqual(['✔ alpha']);
  expect(names({ filter: 'unresolved' })).toEqual(['beta', '', 'Gamma']);
  expect(names({ text: 'GENERAL' })).toEqual(['']);
  expect(names({ text: 'gam', filter: 'resolved' })).toEqual([]);
});
