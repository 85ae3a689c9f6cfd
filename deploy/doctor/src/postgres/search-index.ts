import { firstItem } from '@parley/core';
import type pg from 'pg';
import { type Finding, fail, ok, size, warn } from '../finding.ts';

/** What the database says about the search index; null where its tables do not exist yet. */
export type SearchIndexFacts = {
  lag_seconds: number;
  /** Changes that the index does not have, counted up to 100,000. */
  pending: number;
  is_rebuilding: boolean;
  rebuilt: number;
  /** Seconds since the rebuild began. */
  rebuilding_seconds: number;
  bytes: number;
  partitions: number;
  /** Names of indexes that PostgreSQL does not use, because building them was interrupted or failed. */
  invalid: string[];
  /** What keeps the index, and the index of OpenSearch in which messages are found. */
  engine: string;
  current_index: string | null;
} | null;

/** Seconds after which new messages should have been indexed, and changes above which searches take noticeably longer. */
const LATE_SECONDS = 60;
const MANY_PENDING = 5_000;

export async function readSearchIndex(client: pg.ClientBase): Promise<SearchIndexFacts> {
  const { rows } = await client.query<{ exists: boolean }>(
    `select exists (select from information_schema.columns
       where table_schema = 'messaging' and table_name = 'search_progress' and column_name = 'engine') as exists`,
  );
  if (!firstItem(rows).exists) return null;
  const { rows: facts } = await client.query<NonNullable<SearchIndexFacts>>(`
    select coalesce((select greatest(extract(epoch from now() - m.sent_at), 0) from messaging.messages m
                      where m.id > p.indexed_until order by m.id limit 1), 0)::float8 as lag_seconds,
           (select count(*)::int from (select from messaging.search_pending limit 100000) c) as pending,
           exists (select from messaging.messages m where m.id < r.rebuilt_from) as is_rebuilding,
           p.engine, p.current_index, r.done::float8 as rebuilt, coalesce(extract(epoch from now() - r.started_at), 0)::float8 as rebuilding_seconds,
           (select coalesce(sum(pg_total_relation_size(i.inhrelid)), 0) from pg_inherits i
             where i.inhparent = 'messaging.search_documents'::regclass)::float8 as bytes,
           (select count(*)::int from pg_inherits i where i.inhparent = 'messaging.search_documents'::regclass) as partitions,
           array(select c.relname::text from pg_index x join pg_class c on c.oid = x.indexrelid
                  where not x.indisvalid and x.indrelid in (
                    select i.inhrelid from pg_inherits i where i.inhparent = 'messaging.search_documents'::regclass)) as invalid
      from messaging.search_progress p, messaging.search_rebuild r`);
  return facts[0] ?? null;
}

/** Checks that the search index is complete and follows the messages. Returns nothing when there is none. */
export function judgeSearchIndex(facts: SearchIndexFacts): Finding[] {
  if (facts === null) return [];
  const check = 'postgres.search_index';
  if (facts.invalid.length > 0) {
    return [
      fail(
        check,
        `Indexes of the search are not valid, so searches take long: ${facts.invalid.join(', ')}.`,
        'Run `reindex index messaging."<name>"` for each.',
      ),
    ];
  }
  if (facts.lag_seconds > LATE_SECONDS || facts.pending > MANY_PENDING) {
    return [
      fail(
        check,
        `The search index is ${Math.round(facts.lag_seconds)} s behind, and lacks ${facts.pending} changes.`,
        'See docs/operations/runbooks/parley-search-index-behind.md.',
      ),
    ];
  }
  if (facts.is_rebuilding) {
    const minutes = Math.round(facts.rebuilding_seconds / 60);
    return [
      warn(
        check,
        `The search index is being rebuilt: ${facts.rebuilt} messages in ${minutes} min. Older ones may not be found yet.`,
        'Wait; `parley search-index status` says how far it is.',
      ),
    ];
  }
  if (facts.engine === 'opensearch')
    return [ok(check, `The search index is complete, in ${facts.current_index} of OpenSearch.`)];
  return [ok(check, `The search index is complete: ${size(facts.bytes)} in ${facts.partitions} partitions.`)];
}
