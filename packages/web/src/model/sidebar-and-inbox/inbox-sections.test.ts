import { type ChannelId, type PlaceUnread, placeKey, type UserId } from '@parley/client';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ChannelFolder } from './channel-folders.ts';
import { inboxFilters, inboxRows, inboxSections, isPersonal, shownIdOf } from './inbox-sections.ts';

const folder = (key: string, ids: readonly number[]) =>
  ({ key, channels: ids.map((id) => ({ stream_id: id })) }) as unknown as ChannelFolder;
const topic = (channelId: ChannelId, name: string, newestId: number, mentions = 0): PlaceUnread => ({
  place: { kind: 'topic', channelId, topic: name },
  count: 1 + mentions,
  mentions,
  newestId,
  newestMentionId: mentions > 0 ? newestId : undefined,
});
const direct = (userId: UserId, newestId: number): PlaceUnread => ({
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
  sections.map((section) => [section.key, ...section.places.map(({ place }) => placeKey(place))]);

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
    expect(personal!.places.map(shownIdOf)).toEqual([6, 3]);
  });

  it('put the most recent topics first, whatever their channel', () => {
    const places = [topic(1, 'a', 1), topic(2, 'b', 3), topic(1, 'c', 4), topic(2, 'd', 2)];
    const [section] = inboxSections(places, [folder('others', [1, 2])], rules);
    expect(section!.places.map(shownIdOf)).toEqual([4, 3, 2, 1]);
  });

  it('count mentions and direct messages where they are, and all messages elsewhere', () => {
    const asked = { ...topic(1, 'asked', 9, 2), count: 30 };
    const written = { ...direct(8, 6), count: 3 };
    const found = inboxSections([asked, written, { ...topic(1, 'other', 5), count: 7 }], [], rules);
    expect(found.map(({ key, count }) => [key, count])).toEqual([
      ['personal', 5],
      ['elsewhere', 7],
    ]);
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
        const shown = sections.flatMap(({ places: its }) => its);
        const keys = shown.map((each) => placeKey(each.place));
        expect(new Set(keys).size).toBe(keys.length);
        if (filter === 'all') expect(keys.length).toBe(places.size);
        if (filter === 'mentions') expect(shown.every(({ mentions }) => mentions > 0)).toBe(true);
        if (filter === 'followed') expect(shown.every((each) => isFollowed(each.place))).toBe(true);
        const firstOther = shown.findIndex((each) => !isPersonal(each));
        if (firstOther >= 0) expect(shown.slice(firstOther).some(isPersonal)).toBe(false);
        for (const { key, places: its, count } of sections) {
          const ids = its.map(shownIdOf);
          expect(ids).toEqual(ids.toSorted((one, other) => other - one));
          const counted = its.map((each) => {
            if (key !== 'personal' || each.place.kind === 'direct') return each.count;
            return each.mentions;
          });
          expect(count).toBe(counted.reduce((sum, each) => sum + each, 0));
        }
      }),
    );
  });
});

describe('the rows of a section', () => {
  const [section] = inboxSections(
    [topic(1, 'a', 1), topic(2, 'c', 2), topic(1, 'b', 3)],
    [folder('others', [1, 2])],
    rules,
  );

  it('are one for each conversation, of which the first of several in a channel can collapse them', () => {
    const rows = inboxRows(section!, () => false);
    expect(rows.map((row) => row.kind === 'place' && row.foldable)).toEqual([1, undefined, undefined]);
  });

  it('are one for a collapsed channel with several topics, where its most recent topic was', () => {
    expect(inboxRows(section!, () => true).map(({ key }) => key)).toEqual([
      'channel:1',
      placeKey(topic(2, 'c', 0).place),
    ]);
  });

  it('do not collapse channels among mentions and direct messages', () => {
    const [personal] = inboxSections([topic(1, 'a', 1, 1), topic(1, 'b', 2, 1), direct(8, 6)], [], rules);
    const rows = inboxRows(personal!, () => true);
    expect(rows.map((row) => row.kind === 'place' && row.foldable)).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});
