import { firstSentId } from '@parley/rules';
import type pg from 'pg';
import { type Finding, ok } from '../finding.ts';

/** Where the IDs of messages begin; null before the migrations. */
export type MessageIdFacts = { first: number } | null;

export async function readMessageIds(client: pg.ClientBase): Promise<MessageIdFacts> {
  const { rows } = await client.query<{ first: number }>(
    `select seqstart::float8 as first from pg_sequence where seqrelid = to_regclass('messaging.message_ids')`,
  );
  return rows[0] ?? null;
}

/** Says where the IDs of messages begin, and what follows from it. Returns nothing before the migrations. */
export function judgeMessageIds(facts: MessageIdFacts): Finding[] {
  if (facts === null) return [];
  const effect =
    facts.first < firstSentId
      ? 'nothing can be imported (docs/operations/moving-in.md)'
      : 'imported ones stand below';
  return [ok('postgres.message_ids', `Messages that are sent have IDs from ${facts.first} on; ${effect}.`)];
}
