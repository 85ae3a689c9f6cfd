/** The chain of the audit log (docs/decisions/audit-log.md). Each entry contains the hash of the entry before it. */
import { createHash, randomBytes } from 'node:crypto';

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
} & Partial<Commitments>;

/**
 * Salted hashes of the values that may concern people, which stand for these values in the hash of the entry. So the
 * values can be erased with their salts, and the chain stays verifiable. Entries of earlier releases have none.
 */
export type Commitments = {
  /** Hexadecimal; null after the details were erased. */
  details_salt: string | null;
  details_hash: string;
  /** Of the client and the address. Null after they were erased. */
  origin_salt: string | null;
  origin_hash: string;
};

export type ChainedRecord = AuditRecord & { hash: string };

/** A position in the hash chain, with the hash of the entry there. */
export type ChainPosition = { position: number; hash: string };

/** The position before the first entry. */
export const beginning: ChainPosition = { position: 0, hash: '0'.repeat(64) };

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

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

const commitmentTo = (salt: string, value: unknown): string => sha256(`${salt}:${canonicalJson(value)}`);

const originOf = ({ client, address }: Pick<AuditRecord, 'client' | 'address'>) => ({ client, address });

/** Returns the commitments of a new entry. */
export function commitmentsOf(entry: Pick<AuditRecord, 'details' | 'client' | 'address'>): Commitments {
  const [details, origin] = [newSalt(), newSalt()];
  return {
    details_salt: details,
    details_hash: commitmentTo(details, entry.details),
    origin_salt: origin,
    origin_hash: commitmentTo(origin, originOf(entry)),
  };
}

// Without a salt, an attacker who guesses an erased name could confirm the guess by its hash.
const newSalt = (): string => randomBytes(16).toString('hex');

/** Returns the hash of an entry, 64 hexadecimal digits. */
export function hashOf(record: AuditRecord): string {
  if (record.details_hash === undefined) return sha256(canonicalJson(record));
  const { details: _d, client: _c, address: _a, details_salt: _ds, origin_salt: _os, ...hashed } = record;
  return sha256(canonicalJson(hashed));
}

/** Returns whether the values of an entry match its commitments, or were erased together with their salts. */
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

/** Returns what is wrong with the entry after a position of the chain; undefined if the entry is valid. */
export function faultOf({ hash, ...record }: ChainedRecord, before: ChainPosition): string | undefined {
  if (record.position !== before.position + 1) return `entry ${before.position + 1} is missing`;
  if (record.previous_hash !== before.hash) {
    return `entry ${record.position} does not continue the entry before it`;
  }
  const isWhole = hashOf(record) === hash && valuesMatch(record);
  return isWhole ? undefined : `entry ${record.position} was changed`;
}
