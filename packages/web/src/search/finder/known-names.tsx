/** Finds the people, channels and topics that this client knows by a few letters. */
import type { Channel, Place, User } from '@parley/client';
import { Lock } from 'lucide';
import { t } from '../../i18n/index.ts';
import { markedParts, type TextRange } from '../../lib/text/fuzzy.ts';
import { NameIndex } from '../../lib/text/name-index.ts';
import { channelName, directName, isResolved, placeHref, topicName } from '../../model/names.ts';
import { placeOfVisit, visitOfChannel, visitOfPlace } from '../../model/navigation/follow-visits.ts';
import { openChannel } from '../../model/navigation/open-channel.ts';
import type { Parley } from '../../model/parley.tsx';
import { distinctionOf } from '../../model/people/references.ts';
import { searchedNames } from '../../model/people/searched-names.ts';
import { knownTopics } from '../../model/topics/known-topics.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { ChannelIcon } from '../../ui/channel-icon.tsx';
import { Icon } from '../../ui/icon.tsx';
import { topicIcon } from '../../ui/topic-icon.ts';
import type { FinderRow, ScoredRow } from './finder-row.ts';

type Topic = Place & { readonly kind: 'topic' };
type Direct = Place & { readonly kind: 'direct' };

/** How much more what is used often, unread or joined counts, and how much less what is rarely wanted. */
const bonus = { visited: 16, unread: 4, joined: 4, resolved: -6, bot: -3, self: -4 } as const;
const maxOfKind = 6;
/** Topics that the server found stay known while the switcher is open, so that they do not vanish with the next key. */
const maxLearned = 500;

/** Returns the row that opens a conversation. */
export function placeRow(parley: Parley, place: Place, ranges: readonly TextRange[] = []): FinderRow {
  const { store } = parley;
  const visit = visitOfPlace(place);
  const run = () => parley.router.go(placeHref(store, place));
  if (place.kind === 'topic') {
    const name = topicName(store, place.topic);
    const channel = channelName(store, place.channelId);
    const isPrivate = store.channels.channels.get(place.channelId)?.invite_only;
    return {
      key: visit,
      group: 'goTo',
      label: markedParts(name, ranges),
      detail: isPrivate ? channel : `#${channel}`,
      detailLead: isPrivate ? () => <Icon of={Lock} /> : undefined,
      lead: () => <Icon of={topicIcon} />,
      visit,
      run,
    };
  }
  const only = place.userIds.length === 1 ? store.people.users.get(place.userIds[0]!) : undefined;
  return {
    key: visit,
    group: 'goTo',
    label: markedParts(directName(store, place.userIds), ranges),
    detail: (only && distinctionOf(store, only)) ?? t('directMessage'),
    lead: () => <Avatar userId={place.userIds[0]!} size="small" />,
    visit,
    run,
  };
}

export const channelRow = (
  parley: Parley,
  channel: Pick<Channel, 'stream_id' | 'name'>,
  ranges: readonly TextRange[] = [],
): FinderRow => ({
  key: visitOfChannel(channel.stream_id),
  group: 'goTo',
  label: markedParts(channel.name, ranges),
  detail: t('channel'),
  lead: () => <ChannelIcon channel={parley.store.channels.channels.get(channel.stream_id)} />,
  visit: visitOfChannel(channel.stream_id),
  run: () => void openChannel(parley, channel.stream_id),
});

/** The names that this client knows, prepared once, when the switcher opens. */
export class KnownNames {
  readonly #parley: Parley;
  readonly #now = Date.now();
  readonly #channels: NameIndex<Channel>;
  readonly #people: NameIndex<User>;
  #topics: NameIndex<Topic>;
  readonly #learned = new Map<string, Topic>();

  constructor(parley: Parley) {
    this.#parley = parley;
    const { store } = parley;
    this.#channels = new NameIndex(
      Array.from(store.channels.channels.values(), (item) => ({ item, names: [item.name] })),
      ({ stream_id: id }) =>
        this.#visited(visitOfChannel(id)) + (store.channels.isSubscribed(id) ? bonus.joined : 0),
    );
    const namesOf = searchedNames(store);
    this.#people = new NameIndex(
      [...store.people.users.values()]
        .filter((user) => user.is_active)
        .map((item) => ({ item, names: namesOf(item) })),
      (user) => this.#bonusOfPerson(user),
    );
    this.#topics = this.#indexTopics();
  }

  /** Adds topics that the server found. */
  learn(topics: readonly Topic[]): void {
    const before = this.#learned.size;
    for (const topic of topics) {
      if (this.#learned.size < maxLearned) this.#learned.set(visitOfPlace(topic), topic);
    }
    if (this.#learned.size > before) this.refreshTopics();
  }

  /** Takes topics that the store has learned meanwhile. */
  refreshTopics(): void {
    this.#topics = this.#indexTopics();
  }

  /** Returns what has been used last, the last first, and otherwise the newest conversations. */
  recent(limit: number): FinderRow[] {
    const { store, visits } = this.#parley;
    const unread = [...store.unread.places.values()]
      .filter(
        ({ place }) => place.kind === 'direct' || !store.channels.isTopicMuted(place.channelId, place.topic),
      )
      .sort((one, other) => other.newestId - one.newestId)
      .map(({ place }) => place);
    const visited = visits
      .recent()
      // The last one is on view.
      .slice(1)
      .flatMap((visit) => placeOfVisit(visit) ?? []);
    const directs = [...store.recentDirects.conversations.values()]
      .sort((one, other) => other.newestId - one.newestId)
      .map(({ userIds }): Direct => ({ kind: 'direct', userIds }));
    const all = [
      ...visited.slice(0, limit / 2),
      ...unread.slice(0, limit / 2),
      ...visited,
      ...unread,
      ...directs,
    ];
    const places = new Map(all.map((place) => [visitOfPlace(place), place]));
    return [...places.values()].slice(0, limit).map((place) => placeRow(this.#parley, place));
  }

  /** Returns what matches, in no order. */
  find(text: string): ScoredRow[] {
    const parley = this.#parley;
    const channels = this.#channels.find(text.replace(/^#/, ''), maxOfKind).map(({ item, score, match }) => ({
      ...channelRow(parley, item, match?.ranges),
      score,
    }));
    const people = this.#people.find(text.replace(/^@/, ''), maxOfKind).map(({ item, score, match }) => ({
      ...placeRow(
        parley,
        { kind: 'direct', userIds: [item.user_id] },
        ownName(parley, item) ? [] : match?.ranges,
      ),
      score,
    }));
    // A single word is not part of the channel and part of the topic.
    const isWord = !/\S\s+\S/.test(text);
    const topics = this.#topics.find(text, maxOfKind, isWord).map(({ item, score, match }) => ({
      ...placeRow(parley, item, match?.ranges),
      score,
    }));
    return [...channels, ...people, ...topics];
  }

  #visited(visit: string): number {
    return bonus.visited * this.#parley.visits.weight(visit, this.#now);
  }

  #bonusOfPerson({ user_id: id, is_bot: isBot }: User): number {
    const { store } = this.#parley;
    const visit = visitOfPlace({ kind: 'direct', userIds: [id] });
    const kind = isBot ? bonus.bot : id === store.people.selfId ? bonus.self : 0;
    return this.#visited(visit) + kind;
  }

  #indexTopics(): NameIndex<Topic> {
    const { store, visits } = this.#parley;
    const visited = visits
      .recent()
      .flatMap((visit) => placeOfVisit(visit) ?? [])
      .filter((place) => place.kind === 'topic' && store.channels.channels.has(place.channelId));
    const all = [...this.#learned.values(), ...visited, ...knownTopics(store)] as Topic[];
    return new NameIndex(
      Array.from(new Map(all.map((topic) => [visitOfPlace(topic), topic])).values(), (item) => {
        const name = topicName(store, item.topic);
        return { item, names: [name, `${channelName(store, item.channelId)} ${name}`] };
      }),
      (topic) => this.#visited(visitOfPlace(topic)) + (isResolved(topic.topic) ? bonus.resolved : 0),
    );
  }
}

/** The reader's own row has another name than the person's. */
const ownName = ({ store }: Parley, { user_id: id }: User): boolean => id === store.people.selfId;
