import { type PlaceUnread, placeKey } from '@parley/client';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ChannelFolder } from './channel-folders.ts';
import { inboxFilters, inboxRows, inboxSections, isPersonal, placesOf, shownIdOf } from './inbox-sections.ts';

const folder = (key: string, ids: readonly number[]) =>
  ({ key, channels: ids.map((id) => ({ stream_id: id })) }) as unknown as ChannelFolder;
const topic = (channelId: number, name: string, newestId: number, mentions = 0): PlaceUnread => ({
  place: { kind: 'topic', channelId, topic: name },
  count: 1 + mentions,
  mentions,
  newestId,
  newestMentionId: mentions > 0 ? newestId : undefined,
});
const direct = (userId: number, newestId: number): PlaceUnread => ({
  place: { kind: 'direct', userIds: [userId] },
  count: 1,
  mentions: 0,
  newestId,
  newestMentionId: undefined,
});
const rules = {
  filter: 'all' as const,
  isMuted: () => false,
  isFollowed: () => false,
};
const keysOf = (sections: ReturnType<typeof inboxSections>) =>
  sections.map((section) => [section.key, ...placesOf(section).map(({ place }) => placeKey(place))]);

describe('the sections of the inbox', () => {
  it('begin with mentions and direct messages, and follow the navigation', () => {
    const places = [
      topic(1, 'old', 5),
      topic(2, 'pinned', 4),
      topic(1, 'new', 9),
      topic(3, 'asked', 7, 1),
      direct(8, 6),
      topic(9, 'archived', 20),
    ];
    const found = inboxSections(places, [folder('pinned', [2]), folder('others', [3, 1])], rules);
    expect(keysOf(found)).toEqual([
      ['personal', placeKey(topic(3, 'asked', 0).place), placeKey(direct(8, 0).place)],
      ['pinned', placeKey(topic(2, 'pinned', 0).place)],
      ['others', placeKey(topic(1, 'new', 0).place), placeKey(topic(1, 'old', 0).place)],
      ['elsewhere', placeKey(topic(9, 'archived', 0).place)],
    ]);
  });

  it('order what concerns the person by that: later messages of others do not lift a mention', () => {
    const places = [{ ...topic(1, 'asked', 9, 1), newestMentionId: 3 }, direct(8, 6)];
    const [personal] = inboxSections(places, [], rules);
    expect(placesOf(personal!).map(shownIdOf)).toEqual([6, 3]);
  });

  it('leave out muted topics, except those with a mention', () => {
    const places = [topic(1, 'muted', 1), topic(1, 'asked', 2, 1)];
    const found = inboxSections(places, [folder('others', [1])], { ...rules, isMuted: () => true });
    expect(keysOf(found)).toEqual([['personal', placeKey(topic(1, 'asked', 0).place)]]);
  });

  it('show each conversation at most once under each filter, and all of them under no filter', () => {
    const place = fc.record({
      channelId: fc.integer({ min: 0, max: 4 }),
      name: fc.constantFrom('a', 'b', 'c'),
      newestId: fc.integer({ min: 1, max: 99 }),
      mentions: fc.integer({ min: 0, max: 1 }),
    });
    fc.assert(
      fc.property(fc.array(place), fc.constantFrom(...inboxFilters), (given, filter) => {
        const places = new Map(
          given.map(({ channelId, name, newestId, mentions }) => {
            const unread =
              channelId === 0 ? direct(newestId, newestId) : topic(channelId, name, newestId, mentions);
            return [placeKey(unread.place), unread] as const;
          }),
        );
        const isFollowed = (each: PlaceUnread['place']) => each.kind === 'topic' && each.topic === 'a';
        const sections = inboxSections(places.values(), [folder('pinned', [3]), folder('others', [1, 2])], {
          ...rules,
          filter,
          isFollowed,
        });
        const shown = sections.flatMap(placesOf);
        const keys = shown.map((each) => placeKey(each.place));
        expect(new Set(keys).size).toBe(keys.length);
        if (filter === 'all') expect(keys.length).toBe(places.size);
        if (filter === 'mentions') expect(shown.every(({ mentions }) => mentions > 0)).toBe(true);
        if (filter === 'followed') expect(shown.every((each) => isFollowed(each.place))).toBe(true);
        const firstOther = shown.findIndex((each) => !isPersonal(each));
        if (firstOther >= 0) expect(shown.slice(firstOther).some(isPersonal)).toBe(false);
      }),
    );
  });
});

describe('the rows of a section', () => {
  const [section] = inboxSections(
    [topic(1, 'a', 1), topic(1, 'b', 2), topic(2, 'c', 3)],
    [folder('others', [1, 2])],
    rules,
  );

  it('are one for each conversation, of which the first of several in a channel can collapse them', () => {
    expect(inboxRows(section!, () => false).map((row) => row.kind === 'place' && row.canFold)).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('are one for a collapsed channel with several topics', () => {
    expect(inboxRows(section!, () => true).map(({ key }) => key)).toEqual([
      'channel:1',
      placeKey(topic(2, 'c', 0).place),
    ]);
  });
});
