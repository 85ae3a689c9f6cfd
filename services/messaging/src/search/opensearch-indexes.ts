import { itemAt } from '@parley/core';
import type { Db, Tx } from '@parley/db';
import { type EngineState, engineState, nextWrite } from '../db/searching/search-engine.ts';
import type { IndexedText } from '../domain/searching/search-document.ts';
import { linesOf } from './documents-of.ts';
import { type OpenSearchClient, type OpenSearchConfig, OpenSearchError } from './opensearch-client.ts';
import { indexDefinition, type StoredDocument, type StoredWrite } from './opensearch-query.ts';

/** The document of an index with the number of its last write. */
const writeId = 'write';

type Bulk = { items: Record<string, { status: number; error?: { reason: string } }>[] };

/** What one write does: it makes the documents of messages, and deletes those of other messages. */
export type Write = { messages: readonly IndexedText[]; gone: readonly number[]; refresh: boolean };

/**
 * The indexes of Parley in OpenSearch, one of which has the alias by which messages are searched for. Each write has a number, so one that
 * arrives late, from a process that has died meanwhile, replaces nothing.
 */
export class OpenSearchIndexes {
  readonly #client: OpenSearchClient;
  readonly #config: OpenSearchConfig;

  constructor(client: OpenSearchClient, config: OpenSearchConfig) {
    this.#client = client;
    this.#config = config;
  }

  /**
   * Returns whether the current index has the last write that PostgreSQL knows of, and none that was never begun: otherwise one of the
   * two was restored from a backup.
   */
  async holdsWrites({ currentIndex, lastWrite, lastBegun }: EngineState): Promise<boolean> {
    if (currentIndex === null) return false;
    const found = await this.#client.find<{ _source: StoredWrite }>(
      'GET',
      `/${currentIndex}/_doc/${writeId}`,
    );
    return found !== undefined && found._source.write >= lastWrite && found._source.write <= lastBegun;
  }

  /** Creates an empty index. @returns its name */
  async create(tx: Tx): Promise<string> {
    const write = await nextWrite(tx);
    const name = `${this.#config.alias}-${write}`;
    // There is one of this name where PostgreSQL was restored from a backup.
    await this.#client.find('DELETE', `/${name}`);
    await this.#client.send('PUT', `/${name}`, indexDefinition(this.#config));
    await this.write([name], write, { messages: [], gone: [], refresh: true });
    return name;
  }

  /** Makes an index the one in which messages are found. */
  async pointTo(name: string): Promise<void> {
    const { alias } = this.#config;
    await this.#client.send('POST', '/_aliases', {
      actions: [
        { remove: { index: `${alias}-*`, alias, must_exist: false } },
        { add: { index: name, alias } },
      ],
    });
  }

  /** Makes what was written to an index so far searchable. */
  async refresh(name: string): Promise<void> {
    await this.#client.send('POST', `/${name}/_refresh`);
  }

  /** Deletes indexes that are of no use any more, as far as Parley has made them. */
  async deleteOthers(db: Db): Promise<void> {
    const { alias } = this.#config;
    const { currentIndex, nextIndex } = await engineState(db);
    const all = (await this.#client.find<object>('GET', `/${alias}-*/_alias`)) ?? {};
    const isOurs = (name: string) => /^\d+$/.test(name.slice(alias.length + 1));
    const useless = Object.keys(all).filter(
      (name) => isOurs(name) && name !== currentIndex && name !== nextIndex,
    );
    for (const name of useless) await this.#client.find('DELETE', `/${name}`);
  }

  /** Writes documents, and deletes those of other messages. Where an index has a newer write, it keeps that. */
  async write(indexes: readonly string[], write: number, { messages, gone, refresh }: Write): Promise<void> {
    const lines = await linesOf(messages);
    const documents = messages.map(({ id, channelId }, at): StoredDocument => {
      const { content, topic } = itemAt(lines, at);
      return { id, channel: channelId, words: [content, topic], topic };
    });
    const body: object[] = [];
    for (const _index of indexes) {
      const at = (_id: string) => ({ _index, _id, version: write, version_type: 'external' });
      for (const document of documents) body.push({ index: at(String(document.id)) }, document);
      for (const id of gone) body.push({ delete: at(String(id)) });
      body.push({ index: at(writeId) }, { write } satisfies StoredWrite);
    }
    const text = body.map((line) => `${JSON.stringify(line)}\n`).join('');
    const { items } = await this.#client.send<Bulk>('POST', `/_bulk?refresh=${refresh}`, text);
    // 409: a newer write has come first. 404: there was nothing to delete.
    const refused = items
      .flatMap((item) => Object.values(item))
      .find(({ status }) => status >= 400 && status !== 409 && status !== 404);
    if (refused) throw new OpenSearchError(refused.status, refused.error?.reason ?? 'a document was refused');
  }

  /** Returns the size of all indexes, and what is wrong with them. */
  async health(): Promise<{ bytes: number; trouble?: string }> {
    const { alias } = this.#config;
    try {
      const { status } = await this.#client.send<{ status: string }>('GET', `/_cluster/health/${alias}-*`);
      const { _all } = await this.#client.send<{ _all: { total: { store?: { size_in_bytes: number } } } }>(
        'GET',
        `/${alias}-*/_stats/store`,
      );
      const bytes = _all.total.store?.size_in_bytes ?? 0;
      return status === 'red' ? { bytes, trouble: 'parts of the index are missing (red)' } : { bytes };
    } catch (error) {
      const { cause = error } = error as { cause?: unknown };
      return { bytes: 0, trouble: `OpenSearch does not answer: ${String(cause)}` };
    }
  }
}
