import { analyzeText } from '@parley/search-text';

/**
 * Version of the documents. With a higher one, the worker makes all documents again. It has to rise with every change by which the
 * same message gets other terms, and so with `analysisVersion` of @parley/search-text. It is a number, so that of two releases that run
 * beside each other during an update, both know which one is newer.
 */
export const documentVersion = 1;

/** Number of message IDs in a block. Searches read block by block. */
export const blockSize = 8_192;

/** Returns the number of the block that contains a message. */
export const blockOf = (messageId: number): number => Math.floor(messageId / blockSize);

/** Returns the term of all messages of a block. No word contains `#`. */
export const blockTerm = (block: number): string => `#b${block}`;

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
export const withBlock = (terms: string, id: number): string => `${terms} ${quoted(blockTerm(blockOf(id)))}`.trim();

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
