/** Finds people, channels and topics to write to by what somebody types in the field “To”. This module knows no DOM. */
import { type ChannelId, foldCase, type UserId } from '@parley/client';
import { best, rankFor } from '../../lib/text/rank.ts';
import { nameRankFor } from '../suggestions/name-rank.ts';

export type Candidate =
  | { readonly kind: 'person'; readonly userId: UserId }
  | { readonly kind: 'channel'; readonly channelId: ChannelId }
  | { readonly kind: 'topic'; readonly channelId: ChannelId; readonly topic: string }
  /** A topic that does not exist yet, as far as this client knows. */
  | { readonly kind: 'new-topic'; readonly channelId: ChannelId; readonly topic: string };

export type Known = {
  /** The people who can be chosen, with the texts by which they are found. */
  readonly people: Iterable<{ readonly userId: UserId; readonly names: readonly string[] }>;
  /** The channels in which the person may write. */
  readonly channels: readonly { readonly channelId: ChannelId; readonly name: string }[];
  readonly topics: readonly { readonly channelId: ChannelId; readonly topic: string }[];
};

/** Largest number of candidates of each kind, and of all. */
const maxOfKind = 6;
const maxOfAll = 9;
/** Value by which a topic comes after a person or a channel that fits as well. */
const topicLater = 0.5;

/** Returns the channel and the topic in a text such as `#design > logo`; undefined if it names no topic. */
export function parseTopicQuery(query: string): { channel: string; topic: string } | undefined {
  const [, channel, topic] = /^#?\s*([^>›]+?)\s*[>›]\s*(.*)$/.exec(query.trim()) ?? [];
  return channel === undefined ? undefined : { channel, topic: topic!.trim() };
}

/**
 * Returns the candidates for a text, the best first.
 * @param hasPeople whether people are already chosen, so that only further people can be
 */
export function toCandidates(known: Known, query: string, hasPeople: boolean): Candidate[] {
  const wanted = query.trim();
  if (wanted === '') return [];
  const inTopic = parseTopicQuery(wanted);
  if (inTopic) return hasPeople ? [] : topicsIn(known, inTopic);
  const isChannel = wanted.startsWith('#');
  const name = isChannel ? wanted.slice(1).trim() : wanted;
  const found = isChannel ? [] : people(known, name);
  if (!hasPeople) found.push(...channels(known, name));
  if (!hasPeople && !isChannel) found.push(...topics(known, name));
  return found
    .sort((one, other) => one.value - other.value)
    .slice(0, maxOfAll)
    .map(({ candidate }) => candidate);
}

type Ranked = { readonly candidate: Candidate; readonly value: number };

function people({ people: all }: Known, name: string): Ranked[] {
  const rank = nameRankFor(name);
  const personRank = ({ names }: { names: readonly string[] }) => {
    const ranks = names.flatMap((each) => rank(each) ?? []);
    return ranks.length === 0 ? undefined : Math.min(...ranks);
  };
  return best(all, personRank, maxOfKind).map((each) => ({
    candidate: { kind: 'person', userId: each.userId },
    value: personRank(each)!,
  }));
}

function channels({ channels: all }: Known, name: string): Ranked[] {
  const rank = nameRankFor(name);
  return best(all, (each) => rank(each.name), maxOfKind).map(({ channelId, name: its }) => ({
    candidate: { kind: 'channel', channelId },
    value: rank(its)!,
  }));
}

function topics({ topics: all }: Known, name: string): Ranked[] {
  const rank = nameRankFor(name);
  return best(all, (each) => (each.topic === '' ? undefined : rank(each.topic)), maxOfKind).map(
    ({ channelId, topic }) => ({
      candidate: { kind: 'topic', channelId, topic },
      value: rank(topic)! + topicLater,
    }),
  );
}

/** Returns topics of the channels that a text names, and a new topic in the channel that fits best. */
function topicsIn(known: Known, query: { channel: string; topic: string }): Candidate[] {
  const rank = nameRankFor(query.channel);
  const matching = best(known.channels, ({ name }) => rank(name), maxOfKind);
  const topicRank = rankFor(query.topic);
  const found = matching.flatMap(({ channelId }) =>
    best(
      known.topics.filter((each) => each.channelId === channelId && each.topic !== ''),
      ({ topic }) => topicRank(topic),
      maxOfKind,
    ).map(({ topic }): Candidate => ({ kind: 'topic', channelId, topic })),
  );
  const first = matching[0];
  if (!first || query.topic === '') return found;
  const { channelId } = first;
  const isKnown = known.topics.some(
    (each) => each.channelId === channelId && foldCase(each.topic) === foldCase(query.topic),
  );
  return isKnown ? found : [...found, { kind: 'new-topic', channelId, topic: query.topic }];
}
