/** What the inbox shows, and in which order: what concerns the person first, then the folders of the navigation. No DOM. */
import { type ChannelId, type PlaceKey, type PlaceUnread, placeKey } from '@parley/client';
import type { ChannelFolder } from './channel-folders.ts';

/** Which conversations the inbox shows. */
export const inboxFilters = ['all', 'mentions', 'followed'] as const;
export type InboxFilter = (typeof inboxFilters)[number];

/** Key of the section of mentions and direct messages. */
export const personalKey = 'personal';

export type InboxSection = {
  /** `personal`, or the key of a folder of the navigation. The device stores the keys of collapsed sections. */
  readonly key: string;
  /** The conversations of the section, the most recent first. */
  readonly places: readonly PlaceUnread[];
  /** Number of unread messages that the section is about: among mentions and direct messages those, otherwise all. */
  readonly count: number;
};

/** Returns the message that a row shows: the newest mention, which is what the person looks for, or else the newest message. */
export const shownIdOf = ({ newestId, newestMentionId }: PlaceUnread): number => newestMentionId ?? newestId;

const byRecency = (one: PlaceUnread, other: PlaceUnread): number => shownIdOf(other) - shownIdOf(one);

/** Returns how many unread messages of a conversation concern the person: all direct messages, and mentions in topics. */
const personalCountOf = ({ place, count, mentions }: PlaceUnread): number =>
  place.kind === 'direct' ? count : mentions;

/** Returns whether a conversation concerns the person. */
export const isPersonal = (unread: PlaceUnread): boolean => personalCountOf(unread) > 0;

type Rules = {
  readonly filter: InboxFilter;
  isMuted(place: PlaceUnread['place']): boolean;
  isFollowed(place: PlaceUnread['place']): boolean;
};

/**
 * Returns the sections of the inbox: first mentions and direct messages, then the folders of the navigation. Topics of channels outside
 * of all folders, such as archived ones, come last. Each conversation is in one section. Muted topics are left out unless they
 * mention the person.
 */
export function inboxSections(
  places: Iterable<PlaceUnread>,
  folders: readonly Pick<ChannelFolder, 'key' | 'channels'>[],
  { filter, isMuted, isFollowed }: Rules,
): InboxSection[] {
  const sections = new Map<string, PlaceUnread[]>();
  const ofChannel = new Map<ChannelId, PlaceUnread[]>();
  const add = (key: string): PlaceUnread[] => {
    const section: PlaceUnread[] = [];
    sections.set(key, section);
    return section;
  };
  const personal = add(personalKey);
  for (const { key, channels } of folders) {
    const section = add(key);
    for (const { stream_id: id } of channels) ofChannel.set(id, section);
  }
  const elsewhere = add('elsewhere');
  for (const unread of places) {
    const { place } = unread;
    if (isPersonal(unread)) {
      const isWanted = filter === 'all' || (filter === 'mentions' ? unread.mentions > 0 : isFollowed(place));
      if (isWanted) personal.push(unread);
    } else if (place.kind === 'topic' && !isMuted(place)) {
      if (filter === 'mentions' || (filter === 'followed' && !isFollowed(place))) continue;
      (ofChannel.get(place.channelId) ?? elsewhere).push(unread);
    }
  }
  return [...sections].flatMap(([key, its]) => {
    if (its.length === 0) return [];
    const countOf = key === personalKey ? personalCountOf : ({ count }: PlaceUnread) => count;
    return { key, places: its.sort(byRecency), count: its.reduce((sum, each) => sum + countOf(each), 0) };
  });
}

/** A row of the inbox: a conversation, or a channel whose conversations are collapsed into one row. */
export type InboxRow =
  | {
      readonly kind: 'place';
      readonly key: PlaceKey;
      /** The channel that this row can collapse. */
      readonly foldable: ChannelId | undefined;
    }
  | {
      readonly kind: 'channel';
      readonly key: `channel:${number}`;
      readonly channelId: ChannelId;
      readonly places: readonly PlaceUnread[];
    };

/**
 * Returns the rows of a section, the most recent first. A collapsed channel is one row, where its most recent topic would be. The first
 * row of a channel with several topics can collapse it, but not among mentions and direct messages.
 * @param isFolded whether the person collapsed a channel
 */
export function inboxRows(
  { key, places }: Pick<InboxSection, 'key' | 'places'>,
  isFolded: (channelId: ChannelId) => boolean,
): InboxRow[] {
  const channelOf = ({ place }: PlaceUnread) =>
    place.kind === 'topic' && key !== personalKey ? place.channelId : undefined;
  const ofChannel = Map.groupBy(places, channelOf);
  return places.flatMap((unread): InboxRow | [] => {
    const channelId = channelOf(unread);
    const its = ofChannel.get(channelId) ?? [];
    const isOfSeveral = channelId !== undefined && its.length > 1;
    if (isOfSeveral && isFolded(channelId)) {
      return unread === its[0]
        ? { kind: 'channel', key: `channel:${channelId}`, channelId, places: its }
        : [];
    }
    const foldable = isOfSeveral && unread === its[0] ? channelId : undefined;
    return { kind: 'place', key: placeKey(unread.place), foldable };
  });
}
