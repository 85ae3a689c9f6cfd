import { analyzeText } from '@parley/search-text';
import type { SearchDocument } from '../db/searching/search-documents.ts';
import { documentWords, type IndexedText, lineOf } from '../domain/searching/search-document.ts';

/** Approximate number of characters after which the process does other work before it analyses more. */
const chunkCharacters = 20_000;

/** Returns the documents of messages. Between parts of the work, the process does other things. */
export const documentsOf = (messages: readonly IndexedText[]): Promise<SearchDocument[]> =>
  inParts(messages, (message) => ({ messageId: message.id, words: documentWords(message) }));

/** Returns the terms of the content and the topic of messages, each as a line. */
export const linesOf = (
  messages: readonly Omit<IndexedText, 'id'>[],
): Promise<{ content: string; topic: string }[]> =>
  inParts(messages, ({ content, topic }) => ({
    content: lineOf(analyzeText(content)),
    topic: topic === '' ? '' : lineOf(analyzeText(topic)),
  }));

async function inParts<Message extends { content: string }, Result>(
  messages: readonly Message[],
  analyse: (message: Message) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  let characters = 0;
  for (const message of messages) {
    results.push(analyse(message));
    characters += message.content.length;
    if (characters < chunkCharacters) continue;
    characters = 0;
    await new Promise((resolve) => setImmediate(resolve));
  }
  return results;
}
