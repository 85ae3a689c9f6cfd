import type { SearchDocument } from '../db/search-documents.ts';
import { documentWords, type IndexedText } from '../domain/search-document.ts';

/** Approximate number of characters after which the process does other work before it analyses more. */
const chunkCharacters = 20_000;

/** Returns the documents of messages. Between parts of the work, the process does other things. */
export async function documentsOf(messages: readonly IndexedText[]): Promise<SearchDocument[]> {
  const documents: SearchDocument[] = [];
  let characters = 0;
  for (const message of messages) {
    documents.push({ messageId: message.id, words: documentWords(message) });
    characters += message.content.length;
    if (characters < chunkCharacters) continue;
    characters = 0;
    await new Promise((resolve) => setImmediate(resolve));
  }
  return documents;
}
