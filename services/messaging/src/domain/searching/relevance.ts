import { itemAt } from '@parley/core';
import type { SearchExpression, SearchNode, TermRole } from '@parley/search-text';

/** Where terms of a search occur in a message: positions by term. Positions of the topic follow those of the content after a gap. */
export type Occurrences = ReadonlyMap<string, readonly number[]>;

/** What the rank of a found message depends on. */
export type Found = {
  id: number;
  occurrences: Occurrences;
  /** The first position that is one of the topic. */
  topicFrom: number;
  /** The positions of identifiers that have one of the terms among their words. */
  inIdentifiers: ReadonlySet<number>;
  /** Number of different terms. */
  length: number;
  /** Seconds since the Unix epoch. */
  sentAt: number;
  isOwn: boolean;
  /** Whether the reader follows the topic, or it is a direct message. */
  isFollowed: boolean;
  /** Whether the reader writes with the sender. */
  isFromCorrespondent: boolean;
};

/** How much a term counts that relates to the typed word in this way. */
const weights: Readonly<Record<TermRole, number>> = {
  exact: 1,
  part: 0.85,
  stem: 0.75,
  prefix: 0.6,
  emoji: 0.6,
  typo: 0.4,
};
const sequenceBonus = 1.15;
/** What a word counts that a text only has as a part of identifiers, in parts of one that it has by itself. Less than another form. */
const onlyInIdentifiers = 0.7;
/** What a word counts that only the topic has, in parts of one that the content has. */
const onlyInTopic = 0.4;
/** How much of the weight of a word depends on how often it occurs and on how long the text is. Less than exactness makes. */
const frequencyShare = 0.25;
/** The constants of BM25: how fast a repeated word counts less, and how much the length of a text matters. */
const saturation = 1.2;
const lengthShare = 0.75;
/** What else counts, in parts of a matching word. */
const parts = { closeness: 0.4, topic: 0.15, followed: 0.12, own: 0.08, correspondent: 0.08, recency: 0.3 };
const halfLifeDays = 60;
/** Below this number of terms, of two messages the shorter one is not more about its words. */
const usualLength = 25;
/** Fewer messages say little about how rare a word is. */
const minCollection = 10_000;

/**
 * Returns the found messages, the best first. Those that have words of the search in their content come before those that only have them
 * in the name of their topic. Of equally good ones the newest is first.
 */
export function byRelevance(
  { root }: SearchExpression,
  found: readonly Found[],
  nowSeconds: number,
): number[] {
  const words = wordsOf(root);
  const placed = found.map((message) => ({ message, places: placesOf(words, message) }));
  const mean = placed.reduce((sum, { message }) => sum + message.length, 0) / Math.max(placed.length, 1);
  const collection = Math.max(minCollection, placed.length);
  const rarities = words.map((_, word) => {
    const having = placed.filter(({ places }) => isFound(itemAt(places, word))).length;
    return Math.log(1 + collection / (having + 0.5));
  });
  const meanLength = Math.max(usualLength, mean);
  return placed
    .map(({ message, places }) => ({
      id: message.id,
      isInContent: places.some(({ content }) => content.weight > 0),
      score: scoreOf(places, rarities, meanLength, message) + circumstances(message, nowSeconds),
    }))
    .sort((a, b) => Number(b.isInContent) - Number(a.isInContent) || b.score - a.score || b.id - a.id)
    .map(({ id }) => id);
}

/** Returns what messages are found by: each word or phrase, also those around `OR`. */
const wordsOf = (root: SearchExpression['root']): SearchNode[] =>
  root.items
    .flatMap((item) => (item.kind === 'any' && item.ofWords ? item.items : [item]))
    .filter(({ kind }) => kind !== 'not');

/** Where a word is in a message, and how well it fits there. */
type WordPlaces = { content: Places; topic: Places };

const isFound = ({ content, topic }: WordPlaces): boolean => content.weight > 0 || topic.weight > 0;

/** Returns how well the words fit: near 1 where the content has all of them as they were typed, next to each other. */
function scoreOf(
  places: readonly WordPlaces[],
  rarities: readonly number[],
  meanLength: number,
  { length }: Found,
): number {
  const lengthFactor = saturation * (1 - lengthShare + (lengthShare * length) / meanLength);
  const worth = ({ content, topic }: WordPlaces): number => {
    if (content.weight === 0) return onlyInTopic * topic.weight;
    const count = content.positions.length;
    const frequency = count / (count + lengthFactor);
    return content.weight * (1 - frequencyShare + frequencyShare * frequency);
  };
  /** Returns the mean of something over the words. Rare ones count more. */
  const mean = (worthOf: (word: WordPlaces) => number): number =>
    places.reduce((sum, word, index) => sum + worthOf(word) * itemAt(rarities, index), 0) /
    Math.max(
      rarities.reduce((sum, rarity) => sum + rarity, 0),
      Number.MIN_VALUE,
    );
  return (
    mean(worth) +
    parts.closeness * closeness(places, rarities) +
    parts.topic * mean(({ topic }) => topic.weight)
  );
}

/** Returns what counts beside the words. */
function circumstances(
  { sentAt, isFollowed, isOwn, isFromCorrespondent }: Found,
  nowSeconds: number,
): number {
  const ageDays = Math.max(0, nowSeconds - sentAt) / 86_400;
  return (
    parts.followed * Number(isFollowed) +
    parts.own * Number(isOwn) +
    parts.correspondent * Number(isFromCorrespondent) +
    parts.recency / (1 + ageDays / halfLifeDays)
  );
}

type Places = { weight: number; positions: readonly number[] };
const nowhere: Places = { weight: 0, positions: [] };

/** Returns where the words are in the content and in the topic of a message. */
function placesOf(
  words: readonly SearchNode[],
  { occurrences, topicFrom, inIdentifiers }: Found,
): WordPlaces[] {
  const ofContent = within(occurrences, (position) => position < topicFrom);
  const ofTopic = within(occurrences, (position) => position >= topicFrom);
  return words.map((word) => ({
    content: placesOfWord(word, ofContent, inIdentifiers),
    topic: placesOfWord(word, ofTopic, inIdentifiers),
  }));
}

/** Returns how well a word of the search fits, and where. Identifiers and phrases, which are more than one term, are meant as they are. */
function placesOfWord(
  word: SearchNode,
  occurrences: Occurrences,
  inIdentifiers: ReadonlySet<number>,
): Places {
  const places = placesIn(word, occurrences);
  const isPlain =
    word.kind === 'any' ? word.items.every(({ kind }) => kind === 'term') : word.kind === 'term';
  return isPlain && places.positions.every((position) => inIdentifiers.has(position))
    ? { ...places, weight: places.weight * onlyInIdentifiers }
    : places;
}

const within = (occurrences: Occurrences, isWithin: (position: number) => boolean): Occurrences =>
  new Map(
    Array.from(occurrences, ([term, positions]) => [term, positions.filter(isWithin)] as const).filter(
      ([, positions]) => positions.length > 0,
    ),
  );

/** Returns how well a condition fits, and where. */
function placesIn(node: SearchNode, occurrences: Occurrences): Places {
  switch (node.kind) {
    case 'term': {
      const positions = node.prefix ? startingWith(node.term, occurrences) : occurrences.get(node.term);
      return positions === undefined ? nowhere : { weight: weights[node.role], positions };
    }
    case 'any': {
      const fitting = node.items
        .map((item) => placesIn(item, occurrences))
        .filter(({ weight }) => weight > 0);
      return {
        weight: Math.max(0, ...fitting.map(({ weight }) => weight)),
        positions: [...new Set(fitting.flatMap(({ positions }) => positions))],
      };
    }
    case 'all':
    case 'sequence': {
      const all = node.items.map((item: SearchNode) => placesIn(item, occurrences));
      if (all.some(({ weight }) => weight === 0)) return nowhere;
      const weight = all.reduce((sum, each) => sum + each.weight, 0) / Math.max(all.length, 1);
      return {
        weight: node.kind === 'sequence' && all.length > 1 ? weight * sequenceBonus : weight,
        positions: all.flatMap(({ positions }) => positions),
      };
    }
    case 'not':
      return nowhere;
  }
}

function startingWith(prefix: string, occurrences: Occurrences): readonly number[] | undefined {
  const found = [...occurrences].filter(([term]) => term.startsWith(prefix));
  return found.length === 0 ? undefined : found.flatMap(([, positions]) => positions);
}

/**
 * Returns how close to each other words are that were typed one after the other, from 0 to 1: 1 where all are adjacent. Rare words count
 * more, and words that are missing are close to nothing.
 */
function closeness(places: readonly WordPlaces[], rarities: readonly number[]): number {
  let sum = 0;
  let total = 0;
  for (let word = 1; word < places.length; word++) {
    const [before, after] = [itemAt(places, word - 1), itemAt(places, word)];
    const weight = itemAt(rarities, word - 1) + itemAt(rarities, word);
    total += weight;
    sum += weight / Math.max(distance(before.content.positions, after.content.positions), 1);
  }
  return total === 0 ? 0 : sum / total;
}

/** Returns the least distance between positions of two words; infinity where there are none of one. */
function distance(some: readonly number[], others: readonly number[]): number {
  const all = [
    ...some.map((position) => ({ position, isOther: false })),
    ...others.map((position) => ({ position, isOther: true })),
  ].sort((a, b) => a.position - b.position);
  let least = Number.POSITIVE_INFINITY;
  for (let next = 1; next < all.length; next++) {
    const [one, other] = [itemAt(all, next - 1), itemAt(all, next)];
    if (one.isOther !== other.isOther) least = Math.min(least, other.position - one.position);
  }
  return least;
}
