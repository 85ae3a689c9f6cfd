import { expect, it } from 'vitest';
import { widgetOf } from './widgets.ts';

const parsed = (content: string) => {
  const text = widgetOf(content);
  return text === undefined ? undefined : JSON.parse(text);
};

it.each([
  ['/poll Lunch?\n- soup\n* salad\n\n bread ', { question: 'Lunch?', options: ['soup', 'salad', 'bread'] }],
  ['/poll', { question: '', options: [] }],
  ['/poll\nsoup', { question: '', options: ['soup'] }],
  ['/poll "q" \\ é\r\n☃', { question: '"q" \\ é', options: ['☃'] }],
])('%j is a poll', (content, extra_data) => {
  expect(parsed(content)).toEqual({ widget_type: 'poll', extra_data });
});

it.each([
  [
    '/todo Party\ncake: with candles\nmusic',
    {
      task_list_title: 'Party',
      tasks: [
        { task: 'cake', desc: 'with candles' },
        { task: 'music', desc: '' },
      ],
    },
  ],
  ['/todo', { task_list_title: '', tasks: [] }],
])('%j is a to-do list', (content, extra_data) => {
  expect(parsed(content)).toEqual({ widget_type: 'todo', extra_data });
});

it.each(['poll', ' /poll x', '/polls x', '/Poll x', '/me polls', '`/poll x`', ''])(
  '%j is an ordinary message',
  (content) => {
    expect(widgetOf(content)).toBeUndefined();
  },
);
