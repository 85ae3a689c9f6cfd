import { describe, expect, it } from 'vitest';
import { type Known, parseTopicQuery, toCandidates } from './to-candidates.ts';

const known: Known = {
  people: [
    { userId: 1, names: ['Logan Paul', 'captain'] },
    { userId: 2, names: ['Des O’Connor'] },
  ],
  channels: [
    { channelId: 10, name: 'design' },
    { channelId: 11, name: 'logistics' },
  ],
  topics: [
    { channelId: 10, topic: 'logo' },
    { channelId: 10, topic: 'fonts' },
    { channelId: 11, topic: 'design of pallets' },
    { channelId: 11, topic: '' },
  ],
};

const names = (query: string, hasPeople = false): string[] =>
  toCandidates(known, query, hasPeople).map((each) => {
    if (each.kind === 'person') return `@${each.userId}`;
    return each.kind === 'channel' ? `#${each.channelId}` : `${each.kind} ${each.channelId} ${each.topic}`;
  });

describe('the field “To”', () => {
  it('finds people, channels and topics by one text', () => {
    expect(names('log')).toEqual(['@1', '#11', 'topic 10 logo']);
    expect(names('design')).toEqual(['#10', 'topic 11 design of pallets']);
    expect(names('des')).toEqual(['@2', '#10', 'topic 11 design of pallets']);
    expect(names('captain')).toEqual(['@1']);
    expect(names('')).toEqual([]);
  });

  it('finds only channels after #, and only people when people are chosen', () => {
    expect(names('#lo')).toEqual(['#11']);
    expect(names('lo', true)).toEqual(['@1']);
    expect(names('#lo', true)).toEqual([]);
  });

  it('finds topics of a channel, and offers a new one', () => {
    expect(names('#design > lo')).toEqual(['topic 10 logo', 'new-topic 10 lo']);
    expect(names('design›LOGO')).toEqual(['topic 10 logo']);
    expect(names('des>')).toEqual(['topic 10 logo', 'topic 10 fonts']);
    expect(names('unheard > of')).toEqual([]);
    expect(parseTopicQuery('#a > b > c')).toEqual({ channel: 'a', topic: 'b > c' });
    expect(parseTopicQuery('a')).toBeUndefined();
  });
});
