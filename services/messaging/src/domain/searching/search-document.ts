import { type ChannelId, firstSentId, type MessageId } from '@parley/rules';
import { type AnalyzedText, analyzeText } from '@parley/search-text';

/**
 * Version of the documents. With a higher one, the worker makes all documents again. It has to rise with every change by which the
 * same message gets other terms, and so with `analysisVersion` of @parley/search-text. It is a number, so that of two releases that run
 * beside each other during an update, both know which one is newer.
 */
export const documentVersion = 4;

/** IDs of imported messages are times in milliseconds. Those below 2^35, a time in 1971, are treated as if they were sent. */
const isTime = (messageId: MessageId): boolean => messageId >= 2 ** 35 && messageId < firstSentId;

/**
 * Number of message IDs in a partition of the index and in a block of one: of messages that were sent, and of imported ones, whose
 * blocks are 19 hours and whose partitions 398 days. Migration 0031 makes the partitions.
 */
const sizes = {
  sent: { partition: 2 ** 20, block: 2 ** 13 },
  imported: { partition: 2 ** 35, block: 2 ** 26 },
} as const;

const sizesOf = (messageId: MessageId) => (isTime(messageId) ? sizes.imported : sizes.sent);

/** Returns the first ID of the partition of a message. */
export const partitionOf = (messageId: MessageId): number => {
  const size = sizesOf(messageId).partition;
  return Math.floor(messageId / size) * size;
};

/** Returns the first ID after the partition of a message. */
export const partitionEndOf = (messageId: MessageId): number =>
  partitionOf(messageId) + sizesOf(messageId).partition;

/** Returns the number of IDs of the block of a message. */
export const blockSizeOf = (messageId: MessageId): number => sizesOf(messageId).block;

/** Returns the number of the block that contains a message. It differs from all others of messages of the same kind. */
export const blockOf = (messageId: MessageId): number => Math.floor(messageId / blockSizeOf(messageId));

/** Returns the term of all messages of the block of a message. No word is of this form. */
export const blockTerm = (messageId: MessageId): string =>
  `#${isTime(messageId) ? 'i' : 'b'}${blockOf(messageId).toString(36)}`;

export const channelTerm = (channelId: ChannelId): string => `#c${channelId}`;

/** What a document is made of. */
export type IndexedText = { id: number; channelId: ChannelId | null; topic: string; content: string };

/** Stands at a position that has no term. */
const nothing = '#';
/** Matches what is no word of the text: `nothing`, and the terms of a block and of a channel. */
const noWord = /^#(?:[bi]-?[0-9a-z]+|c\d+)?$/;

/**
 * Returns a text as one line: its positions in their order with blanks between them, and with `|` between the terms of one position.
 * It is shorter than a list of terms with their positions, and neither blanks nor `|` occur in terms.
 */
export function lineOf({ terms }: AnalyzedText): string {
  const places: string[] = [];
  for (const { term, positions } of terms) {
    for (const position of positions) {
      const at = position - 1;
      places[at] = places[at] === undefined ? term : `${places[at]}|${term}`;
    }
  }
  return Array.from(places, (place) => place ?? nothing).join(' ');
}

/** Returns the document of a message: its block, the content, the channel and the topic, with blanks between them. */
export function documentWords({ id, channelId, topic, content }: IndexedText): string {
  const parts = [blockTerm(id), lineOf(analyzeText(content))];
  if (channelId !== null) parts.push(channelTerm(channelId));
  if (topic !== '') parts.push(lineOf(analyzeText(topic)));
  return parts.filter((part) => part !== '').join(' ');
}

/** Distance between the positions of the content and those of the topic, so that no phrase matches across. */
const gap = 100;

/** The terms of a document, and the first position that is one of the topic. */
export type ReadDocument = AnalyzedText & { topicFrom: number };

/** Reads a document: the terms of the content and, after a gap, those of the topic. */
export function readDocument(words: string): ReadDocument {
  const positions = new Map<string, number[]>();
  let at = 0;
  let topicFrom = Number.POSITIVE_INFINITY;
  for (const place of words.split(' ')) {
    if (noWord.test(place)) {
      if (place === nothing) at++;
      else if (place.startsWith('#c')) {
        at += gap;
        topicFrom = at + 1;
      }
      continue;
    }
    at++;
    for (const term of place.includes('|') ? place.split('|') : [place]) {
      const known = positions.get(term);
      if (known) known.push(at);
      else positions.set(term, [at]);
    }
  }
  return { terms: Array.from(positions, ([term, found]) => ({ term, positions: found })), topicFrom };
}
