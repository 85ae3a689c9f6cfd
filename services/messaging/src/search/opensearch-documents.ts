import { lastItem } from '@parley/core';
import type { MessageId } from '@parley/rules';
import { matches, type SearchExpression } from '@parley/search-text';
import { readDocument } from '../domain/searching/search-document.ts';
import { foundTermsOf } from './found-terms.ts';
import type { OpenSearchClient } from './opensearch-client.ts';
import { queryFor, type StoredDocument } from './opensearch-query.ts';
import { type CandidateSearch, type FoundTerms, maxStep } from './search-index.ts';

/** By which factor steps grow. */
const growth = 4;

type Hits<Source> = { hits: { hits: { _source: Source; sort: [number] }[] } };

/** Finds and reads the documents of the current index. */
export class OpenSearchDocuments {
  readonly #client: OpenSearchClient;
  readonly #alias: string;

  constructor(client: OpenSearchClient, alias: string) {
    this.#client = client;
    this.#alias = alias;
  }

  /** Yields the IDs of messages that fit, as `SearchIndex.candidates` says. */
  async *candidates(expression: SearchExpression, asked: CandidateSearch): AsyncGenerator<readonly number[]> {
    const { filter, isExact } = queryFor(expression, asked);
    const body = {
      query: { bool: { filter } },
      sort: [{ id: asked.direction === 'older' ? 'desc' : 'asc' }],
      _source: isExact ? false : [asked.inTopic ? 'topic' : 'words'],
    };
    let after: [number] | undefined;
    for (let size = Math.min(asked.wanted, maxStep); ; size = Math.min(size * growth, maxStep)) {
      const { hits } = (
        await this.#search<StoredDocument>({ ...body, size, ...(after && { search_after: after }) })
      ).hits;
      const fitting = isExact ? hits : hits.filter(({ _source }) => matches(expression, textOf(_source)));
      if (fitting.length > 0) yield fitting.map(({ sort }) => sort[0]);
      if (hits.length < size) return;
      after = lastItem(hits).sort;
    }
  }

  async fitting(expression: SearchExpression, messageIds: readonly MessageId[]): Promise<Set<MessageId>> {
    const documents = await this.#byIds(messageIds);
    return new Set(documents.filter((each) => matches(expression, textOf(each))).map(({ id }) => id));
  }

  async occurrences(
    expression: SearchExpression,
    messageIds: readonly MessageId[],
  ): Promise<Map<number, FoundTerms>> {
    const found = foundTermsOf(expression);
    const documents = await this.#byIds(messageIds);
    return new Map(documents.map((each) => [each.id, found(wordsOf(each))]));
  }

  async #byIds(messageIds: readonly MessageId[]): Promise<StoredDocument[]> {
    const found: StoredDocument[] = [];
    for (let first = 0; first < messageIds.length; first += maxStep) {
      const ids = messageIds.slice(first, first + maxStep);
      const query = { bool: { filter: [{ terms: { id: ids } }] } };
      const { hits } = (
        await this.#search<StoredDocument>({ query, size: ids.length, _source: ['id', 'words'] })
      ).hits;
      found.push(...hits.map(({ _source }) => _source));
    }
    return found;
  }

  #search<Source>(body: object): Promise<Hits<Source>> {
    const whole = { track_total_hits: false, ...body };
    return this.#client.send<Hits<Source>>('POST', `/${this.#alias}/_search`, whole);
  }
}

/** Returns a document as one line, as PostgreSQL stores it (domain/searching/search-document.ts). */
const wordsOf = ({ words: [content, topic] }: Pick<StoredDocument, 'words'>): string =>
  `${content} #c0 ${topic}`.trim();

/** Returns the terms of what was asked for: of the topic alone, or of the whole document. */
const textOf = (document: Partial<StoredDocument>) =>
  readDocument(document.words ? wordsOf({ words: document.words }) : (document.topic ?? ''));
