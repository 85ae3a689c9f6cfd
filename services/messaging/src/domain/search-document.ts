import { analyzeText } from '@parley/search-text';

/**
 * Version of the documents. With a higher one, the worker makes all documents again. It has to rise with every change by which the
 * same message gets other terms, and so with `analysisVersion` of @parley/search-text. It is a number, so that of two releases that run
 * beside each other during an update, both know which one is newer.
 */
export const documentVersion = 2;

/**
 * IDs of imported messages are times in milliseconds, below 2^42, where those of messages that were sent begin
 * (docs/decisions/moving-in.md). Those below 2^35, a time in 1971, are treated as if they were sent.
 */
const isTime = (messageId: number): boolean => messageId >= 2 ** 35 && messageId < 2 ** 42;

/**
 * Number of message IDs in a partition of the index and in a block of one: of messages that were sent, and of imported ones, whose
 * blocks are 19 hours and whose partitions 398 days. Migration 0027 makes the partitions.
 */
const sizes = {
  sent: { partition: 2 ** 20, block: 2 ** 13 },
  imported: { partition: 2 ** 35, block: 2 ** 26 },
} as const;

const sizesOf = (messageId: number) => (isTime(messageId) ? sizes.imported : sizes.sent);

/** Returns the first ID of the partition of a message. */
export const partitionOf = (messageId: number): number => {
  const size = sizesOf(messageId).partition;
  return Math.floor(messageId / size) * size;
};

/** Returns the number of IDs of the block of a message. */
export const blockSizeOf = (messageId: number): number => sizesOf(messageId).block;

/** Returns the number of the block that contains a message. It differs from all others of messages of the same kind. */
export const blockOf = (messageId: number): number => Math.floor(messageId / blockSizeOf(messageId));

/** Returns the term of all messages of the block of a message. No word contains `#`. */
export const blockTerm = (messageId: number): string =>
  `#${isTime(messageId) ? 'i' : 'b'}${blockOf(messageId).toString(36)}`;

/** Returns the term of all messages of a channel. */
export const channelTerm = (channelId: number): string => `#c${channelId}`;

/** PostgreSQL's highest position. */
const maxPosition = 16_383;
/** Distance between the positions of the content and those of the topic, so that no phrase matches across. */
const gap = 100;

/** What a document is made of. */
export type IndexedText = { id: number; channelId: number | null; topic: string; content: string };

/** Returns the document of a message as the text of a PostgreSQL `tsvector`. */
export const documentWords = (message: IndexedText): string => withBlock(documentTerms(message), message.id);

/** Adds what a document has because of the ID of its message, which an imported message gets when it is stored. */
export const withBlock = (terms: string, id: number): string => `${terms} ${quoted(blockTerm(id))}`.trim();

/** Returns the part of a document that does not depend on the ID of the message. */
export function documentTerms({ channelId, topic, content }: Omit<IndexedText, 'id'>): string {
  const { terms } = analyzeText(content);
  const entries = new Map<string, (number | string)[]>(terms.map(({ term, positions }) => [term, positions]));
  const inTopic = topic === '' ? [] : analyzeText(topic).terms;
  if (inTopic.length > 0) {
    const last = terms.reduce((highest, { positions }) => Math.max(highest, positions.at(-1)!), 0);
    for (const { term, positions } of inTopic) {
      // The weight A marks terms of the topic.
      const shifted = positions.map((position) => `${Math.min(last + gap + position, maxPosition)}A`);
      entries.set(term, [...(entries.get(term) ?? []), ...shifted]);
    }
  }
  const words = Array.from(entries, ([term, at]) => `${quoted(term)}:${at.slice(0, 255).join(',')}`);
  if (channelId !== null) words.push(quoted(channelTerm(channelId)));
  return words.join(' ');
}

const quoted = (term: string): string => `'${term.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
