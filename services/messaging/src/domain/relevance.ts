import { itemAt } from '@parley/core';
import type { SearchExpression, SearchNode, TermRole } from '@parley/search-text';

/** Where terms of a search occur in a message: positions by term. Positions of the topic follow those of the content after a gap. */
export type Occurrences = ReadonlyMap<string, readonly number[]>;

/** What the rank of a found message depends on. */
export type Found = {
  id: number;
  occurrences: Occurrences;
  length: number;
  topicTerms: ReadonlySet<string>;
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
/** What else counts, in parts of a matching word. */
const parts = { closeness: 0.4, topic: 0.3, followed: 0.12, own: 0.08, correspondent: 0.08, recency: 0.3 };
const halfLifeDays = 60;
const usualLength = 25;

/** Returns the found messages, the best first. Of equally good ones the newest is first. */
export function byRelevance(
  { root }: SearchExpression,
  found: readonly Found[],
  nowSeconds: number,
): number[] {
  const clauses = root.items.filter(({ kind }) => kind !== 'not');
  const scored = found.map((message) => ({ id: message.id, score: scoreOf(clauses, message, nowSeconds) }));
  return scored.sort((a, b) => b.score - a.score || b.id - a.id).map(({ id }) => id);
}

function scoreOf(clauses: readonly SearchNode[], message: Found, nowSeconds: number): number {
  const places = clauses.map((clause) => placesOf(clause, message.occurrences));
  const words = places.reduce((sum, { weight }) => sum + weight, 0) / Math.max(clauses.length, 1);
  // Of two messages with the same words, the shorter one is more about them.
  const density = 1 / (1 + Math.max(0, Math.log2(Math.max(message.length, 1) / usualLength)) / 6);
  const inTopic =
    clauses.filter((clause) => hasTerm(clause, message.topicTerms)).length / Math.max(clauses.length, 1);
  const ageDays = Math.max(0, nowSeconds - message.sentAt) / 86_400;
  return (
    words * (0.7 + 0.3 * density) +
    parts.closeness * closeness(places.map(({ positions }) => positions)) +
    parts.topic * inTopic +
    parts.followed * Number(message.isFollowed) +
    parts.own * Number(message.isOwn) +
    parts.correspondent * Number(message.isFromCorrespondent) +
    parts.recency / (1 + ageDays / halfLifeDays)
  );
}

type Places = { weight: number; positions: readonly number[] };
const nowhere: Places = { weight: 0, positions: [] };

/** Returns how well a condition fits, and where. */
function placesOf(node: SearchNode, occurrences: Occurrences): Places {
  switch (node.kind) {
    case 'term': {
      const positions = node.prefix ? startingWith(node.term, occurrences) : occurrences.get(node.term);
      return positions === undefined ? nowhere : { weight: weights[node.role], positions };
    }
    case 'any':
      return node.items
        .map((item) => placesOf(item, occurrences))
        .reduce((best, each) => (each.weight > best.weight ? each : best), nowhere);
    case 'all':
    case 'sequence': {
      const all = node.items.map((item: SearchNode) => placesOf(item, occurrences));
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

function hasTerm(node: SearchNode, terms: ReadonlySet<string>): boolean {
  if (node.kind === 'not') return false;
  if (node.kind !== 'term') return node.items.some((item) => hasTerm(item, terms));
  return node.prefix ? [...terms].some((term) => term.startsWith(node.term)) : terms.has(node.term);
}

/**
 * Returns how close the words are to each other, from 0 to 1: 1 where they are adjacent. Only the smallest part of the text counts
 * that has all of them.
 */
function closeness(positions: readonly (readonly number[])[]): number {
  const present = positions.filter((each) => each.length > 0);
  if (present.length < 2) return present.length;
  const all = present
    .flatMap((each, word) => each.map((position) => ({ position, word })))
    .sort((a, b) => a.position - b.position);
  const counts = new Map<number, number>();
  let start = 0;
  let best = Number.POSITIVE_INFINITY;
  for (const { position, word } of all) {
    counts.set(word, (counts.get(word) ?? 0) + 1);
    while (counts.size === present.length) {
      const first = itemAt(all, start++);
      best = Math.min(best, position - first.position);
      const left = (counts.get(first.word) ?? 0) - 1;
      if (left === 0) counts.delete(first.word);
      else counts.set(first.word, left);
    }
  }
  const needed = present.length - 1;
  return needed / Math.max(best, needed);
}
