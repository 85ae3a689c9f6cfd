/** The chain of the audit log (docs/decisions/audit-log.md). Each entry contains the hash of the entry before it. */
import { createHash } from 'node:crypto';

/** An entry as it is exported, streamed and hashed. */
export type AuditRecord = {
  /** Place in the chain, from 1 without gaps. */
  position: number;
  id: number;
  /** ISO 8601 with microseconds. */
  time: string;
  source: string;
  actor_id: number | null;
  action: string;
  user_id: number | null;
  details: unknown;
  client: string;
  address: string;
  /** Hash of the entry before, hexadecimal. */
  previous_hash: string;
};

export type ChainedRecord = AuditRecord & { hash: string };

/** A place in the chain with the hash of its entry. */
export type Link = { position: number; hash: string };

/** The place before the first entry. */
export const beginning: Link = { position: 0, hash: '0'.repeat(64) };

/**
 * Returns JSON with the members of each object in the order of their names, so that the same value always has the same
 * text.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`);
  return `{${members.join(',')}}`;
}

/** Returns the hash of an entry, 64 hexadecimal digits. */
export const hashOf = (record: AuditRecord): string =>
  createHash('sha256').update(canonicalJson(record)).digest('hex');

/** Returns what is wrong with an entry that should follow a place of the chain; undefined when nothing is. */
export function faultOf({ hash, ...record }: ChainedRecord, before: Link): string | undefined {
  if (record.position !== before.position + 1) return `entry ${before.position + 1} is missing`;
  if (record.previous_hash !== before.hash) {
    return `entry ${record.position} does not continue the entry before it`;
  }
  return hashOf(record) === hash ? undefined : `entry ${record.position} was changed`;
}
