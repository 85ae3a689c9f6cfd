/** Hash chain of the audit log (docs/decisions/audit-log.md). Each entry contains the hash of the previous entry. */
import { createHash, randomBytes } from 'node:crypto';
import type { UserId } from '@parley/rules';

/** An entry in the form in which it is exported and streamed. `hashOf` tells which of its members are hashed. */
export type AuditRecord = {
  /** Position in the chain. Positions begin with 1 and have no gaps. */
  position: number;
  id: number;
  /** ISO 8601, with microseconds. */
  time: string;
  source: string;
  actor_id: UserId | null;
  action: string;
  user_id: UserId | null;
  details: unknown;
  client: string;
  address: string;
  /** Hash of the previous entry, hexadecimal. */
  previous_hash: string;
} & Partial<Commitments>;

/**
 * Salted hashes that replace personal values in the hash of the entry. So the values and their salts can be erased, and the
 * chain can still be verified. Entries of old releases have no commitments.
 */
export type Commitments = {
  /** Hexadecimal; null after the details were erased. */
  details_salt: string | null;
  details_hash: string;
  /** Salt of the client and the network address; null after they were erased. */
  origin_salt: string | null;
  origin_hash: string;
};

export type ChainedRecord = AuditRecord & { hash: string };

export type ChainPosition = { position: number; hash: string };

/** The position before the first entry. */
export const beginning: ChainPosition = { position: 0, hash: '0'.repeat(64) };

/** Returns JSON whose members are sorted by name, so that equal values always have equal texts. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`);
  return `{${members.join(',')}}`;
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

const commitmentTo = (salt: string, value: unknown): string => sha256(`${salt}:${canonicalJson(value)}`);

const originOf = ({ client, address }: Pick<AuditRecord, 'client' | 'address'>) => ({ client, address });

export function commitmentsOf(entry: Pick<AuditRecord, 'details' | 'client' | 'address'>): Commitments {
  const [details, origin] = [newSalt(), newSalt()];
  return {
    details_salt: details,
    details_hash: commitmentTo(details, entry.details),
    origin_salt: origin,
    origin_hash: commitmentTo(origin, originOf(entry)),
  };
}

// A salt is needed because otherwise a person who guesses an erased value could confirm the guess by its hash.
const newSalt = (): string => randomBytes(16).toString('hex');

/** Returns the hash of an entry as 64 hexadecimal digits. */
export function hashOf(record: AuditRecord): string {
  if (record.details_hash === undefined) return sha256(canonicalJson(record));
  const { details: _d, client: _c, address: _a, details_salt: _ds, origin_salt: _os, ...hashed } = record;
  return sha256(canonicalJson(hashed));
}

/** Returns whether the values of an entry match its commitments. Erased values match if their salts were erased, too. */
function valuesMatch(record: AuditRecord): boolean {
  const { details_salt, details_hash, origin_salt, origin_hash } = record;
  if (details_hash === undefined || details_salt === undefined || origin_salt === undefined) return true;
  const isErasedOrSame = (salt: string | null, hash: string | undefined, value: unknown, erased: unknown) =>
    salt === null ? canonicalJson(value) === canonicalJson(erased) : commitmentTo(salt, value) === hash;
  return (
    isErasedOrSame(details_salt, details_hash, record.details, {}) &&
    isErasedOrSame(origin_salt, origin_hash, originOf(record), { client: '', address: '' })
  );
}

/** Returns the fault of the entry that should follow the position `before`; undefined if the entry is valid. */
export function faultOf({ hash, ...record }: ChainedRecord, before: ChainPosition): string | undefined {
  if (record.position !== before.position + 1) return `entry ${before.position + 1} is missing`;
  if (record.previous_hash !== before.hash) {
    return `entry ${record.position} does not continue the entry before it`;
  }
  const isWhole = hashOf(record) === hash && valuesMatch(record);
  return isWhole ? undefined : `entry ${record.position} was changed`;
}
