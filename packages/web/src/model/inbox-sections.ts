/** What the inbox shows, and in which order: what concerns the person first, then channels as in the navigation. No DOM. */
import { type ChannelId, type PlaceKey, type PlaceUnread, placeKey } from '@parley/client';
import type { ChannelFolder } from './channel-folders.ts';

/** Which conversations the inbox shows. */
export const inboxFilters = ['all', 'mentions', 'followed'] as const;
export type InboxFilter = (typeof inboxFilters)[number];

/** Key of the section of mentions and direct messages. */
export const personalKey = 'personal';

/** Unread topics of a channel, or conversations that concern the person (`channelId` is undefined), the most recent first. */
export type InboxPart = {
  readonly channelId: ChannelId | undefined;
  readonly places: readonly PlaceUnread[];
};

export type InboxSection = {
  /** `personal`, or the key of a folder of the navigation. The device stores the keys of collapsed sections. */
  readonly key: string;
  readonly parts: readonly InboxPart[];
};

/** Returns the message that a row shows: the newest mention, which is what the person looks for, or else the newest message. */
export const shownIdOf = ({ newestId, newestMentionId }: PlaceUnread): number => newestMentionId ?? newestId;

const byRecency = (one: PlaceUnread, other: PlaceUnread): number => shownIdOf(other) - shownIdOf(one);

/** Returns whether a conversation concerns the person: a direct conversation, or one with an unread mention. */
export const isPersonal = ({ place, mentions }: PlaceUnread): boolean =>
  place.kind === 'direct' || mentions > 0;

type Rules = {
  readonly filter: InboxFilter;
  isMuted(place: PlaceUnread['place']): boolean;
  isFollowed(place: PlaceUnread['place']): boolean;
};

/**
 * Returns the sections of the inbox: first mentions and direct messages, then the folders of the navigation with their channels in
 * the same order. Channels outside of all folders, such as archived ones, come last. Each conversation is in one section. Muted
 * topics are left out unless they mention the person.
 */
export function inboxSections(
  places: Iterable<PlaceUnread>,
  folders: readonly Pick<ChannelFolder, 'key' | 'channels'>[],
  { filter, isMuted, isFollowed }: Rules,
): InboxSection[] {
  const personal: PlaceUnread[] = [];
  const ofChannel = new Map<number, PlaceUnread[]>();
  for (const unread of places) {
    const { place } = unread;
    if (isPersonal(unread)) {
      const isWanted = filter === 'all' || (filter === 'mentions' ? unread.mentions > 0 : isFollowed(place));
      if (isWanted) personal.push(unread);
    } else if (place.kind === 'topic' && !isMuted(place)) {
      if (filter === 'mentions' || (filter === 'followed' && !isFollowed(place))) continue;
      const topics = ofChannel.get(place.channelId) ?? [];
      if (topics.push(unread) === 1) ofChannel.set(place.channelId, topics);
    }
  }
  const take = (channelId: ChannelId): InboxPart[] => {
    const topics = ofChannel.get(channelId);
    ofChannel.delete(channelId);
    return topics ? [{ channelId, places: topics.sort(byRecency) }] : [];
  };
  const sections: InboxSection[] = [
    { key: personalKey, parts: [{ channelId: undefined, places: personal.sort(byRecency) }] },
    ...folders.map(({ key, channels }) => ({
      key,
      parts: channels.flatMap((channel) => take(channel.stream_id)),
    })),
    { key: 'elsewhere', parts: [...ofChannel.keys()].flatMap(take) },
  ];
  return sections.filter(({ parts }) => parts.some(({ places: its }) => its.length > 0));
}

/** A row of the inbox: a conversation, or a channel whose conversations are collapsed into one row. */
export type InboxRow =
  | {
      readonly kind: 'place';
      readonly key: PlaceKey;
      readonly channelId: ChannelId | undefined;
      readonly canFold: boolean;
    }
  | {
      readonly kind: 'channel';
      readonly key: `channel:${number}`;
      readonly channelId: ChannelId;
      readonly places: readonly PlaceUnread[];
    };

/**
 * Returns the rows of a section. A collapsed channel is one row. The first row of a channel with several topics can collapse it.
 * @param isFolded whether the person collapsed a channel
 */
export function inboxRows({ parts }: InboxSection, isFolded: (channelId: ChannelId) => boolean): InboxRow[] {
  return parts.flatMap(({ channelId, places }): InboxRow[] => {
    if (channelId !== undefined && places.length > 1 && isFolded(channelId)) {
      return [{ kind: 'channel', key: `channel:${channelId}`, channelId, places }];
    }
    return places.map(({ place }, at) => ({
      kind: 'place',
      key: placeKey(place),
      channelId,
      canFold: channelId !== undefined && places.length > 1 && at === 0,
    }));
  });
}

/** Returns the conversations of a section. */
export const placesOf = ({ parts }: InboxSection): PlaceUnread[] => parts.flatMap(({ places }) => places);
