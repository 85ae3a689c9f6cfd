import { type Queryable, sql, type Tx } from '@parley/db';
import type { AuditRecord, ChainedRecord, ChainPosition } from '../domain/chain.ts';

export type Chain = {
  head: ChainPosition;
  /** The last entry that was deleted because it had expired. */
  deleted: ChainPosition;
  streamedPosition: number;
};

type ChainRow = {
  headPosition: number;
  headHash: string;
  deletedPosition: number;
  deletedHash: string;
  streamedPosition: number;
};

const columns = sql`head_position as "headPosition", encode(head_hash, 'hex') as "headHash",
  deleted_position as "deletedPosition", encode(deleted_hash, 'hex') as "deletedHash",
  streamed_position as "streamedPosition"`;

const chainOf = (row: ChainRow): Chain => ({
  head: { position: row.headPosition, hash: row.headHash },
  deleted: { position: row.deletedPosition, hash: row.deletedHash },
  streamedPosition: row.streamedPosition,
});

export async function readChain(db: Queryable): Promise<Chain> {
  return chainOf(await db.one<ChainRow>(sql`select ${columns} from audit_chain`));
}

/** Locks the chain and returns its state; undefined while another replica holds the lock. */
export async function lockChain(tx: Tx): Promise<Chain | undefined> {
  const row = await tx.maybeOne<ChainRow>(sql`select ${columns} from audit_chain for update skip locked`);
  return row && chainOf(row);
}

export type UnchainedEntry = Omit<AuditRecord, 'position' | 'previous_hash'>;

const entryColumns = sql`entry_id as id,
  to_char(happened_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as time, source, actor_id, action, user_id,
  details, client, address`;

export async function isUnchained(db: Queryable): Promise<boolean> {
  return (await countUnchained(db, 1)) > 0;
}

/** Returns committed entries that were not added to the chain yet, ordered by ID. */
export function listUnchained(db: Queryable, limit: number): Promise<UnchainedEntry[]> {
  return db.many<UnchainedEntry>(
    sql`select ${entryColumns} from audit_entries where position is null order by entry_id limit ${limit}`,
  );
}

export async function countUnchained(db: Queryable, limit: number): Promise<number> {
  const { count } = await db.one<{ count: number }>(sql`
    select count(*) as count from (select from audit_entries where position is null limit ${limit}) as entries`);
  return count;
}

/** Appends entries to the chain. The caller must have locked the chain. */
export async function storeLinks(tx: Tx, records: readonly ChainedRecord[]): Promise<void> {
  const last = records.at(-1);
  if (!last) return;
  const bytes = (of: (record: ChainedRecord) => string | null | undefined) =>
    records.map((record) => Buffer.from(of(record) ?? '', 'hex'));
  await tx.execute(sql`
    update audit_entries as e set position = n.position, previous_hash = n.previous_hash, hash = n.hash,
           details_salt = n.details_salt, details_hash = n.details_hash,
           origin_salt = n.origin_salt, origin_hash = n.origin_hash
      from unnest(${records.map(({ id }) => id)}::int8[], ${records.map(({ position }) => position)}::int8[],
        ${bytes(({ previous_hash }) => previous_hash)}::bytea[], ${bytes(({ hash }) => hash)}::bytea[],
        ${bytes((record) => record.details_salt)}::bytea[], ${bytes((record) => record.details_hash)}::bytea[],
        ${bytes((record) => record.origin_salt)}::bytea[], ${bytes((record) => record.origin_hash)}::bytea[])
        as n (entry_id, position, previous_hash, hash, details_salt, details_hash, origin_salt, origin_hash)
     where e.entry_id = n.entry_id`);
  await tx.execute(sql`
    update audit_chain set head_position = ${last.position}, head_hash = ${Buffer.from(last.hash, 'hex')}`);
}

export async function listChained(
  db: Queryable,
  afterPosition: number,
  limit: number,
): Promise<ChainedRecord[]> {
  const rows = await db.many<ChainedRecord & { details_hash: string | null }>(sql`
    select position, ${entryColumns}, encode(previous_hash, 'hex') as previous_hash, encode(hash, 'hex') as hash,
           encode(details_salt, 'hex') as details_salt, encode(details_hash, 'hex') as details_hash,
           encode(origin_salt, 'hex') as origin_salt, encode(origin_hash, 'hex') as origin_hash
      from audit_entries where position > ${afterPosition} order by position limit ${limit}`);
  return rows.map((row) => (row.details_hash === null ? withoutCommitments(row) : row));
}

/** Returns an entry of an old release without the columns for commitments. Its hash covers the values themselves. */
function withoutCommitments({
  details_salt: _ds,
  details_hash: _dh,
  origin_salt: _os,
  origin_hash: _oh,
  ...entry
}: ChainedRecord): ChainedRecord {
  return entry;
}

/**
 * Deletes the oldest entries, at most `limit`. They must be older than `days`, and their position at most `maxPosition`. The
 * caller must have locked the chain. Returns the number of deleted entries.
 */
export async function deleteExpired(
  tx: Tx,
  { deleted }: Chain,
  { days, maxPosition, limit }: { days: number; maxPosition: number; limit: number },
): Promise<number> {
  const last = await tx.maybeOne<{ position: number; hash: Buffer }>(sql`
    select position, hash from (
        select position, hash,
               bool_and(happened_at < now() - make_interval(days => ${days})) over (order by position) as "isExpired"
          from audit_entries where position > ${deleted.position} and position <= ${maxPosition}
         order by position limit ${limit}) as oldest
     where "isExpired" order by position desc limit 1`);
  if (!last) return 0;
  await tx.execute(
    sql`update audit_chain set deleted_position = ${last.position}, deleted_hash = ${last.hash}`,
  );
  return tx.execute(sql`delete from audit_entries where position <= ${last.position}`);
}

/**
 * Takes or extends the lease for streaming, for `leaseMs` milliseconds. Returns the position after which to continue: the last one
 * that was acknowledged, or that was deleted as expired. Returns undefined while another replica has the lease.
 */
export async function takeStream(
  db: Queryable,
  replica: string,
  leaseMs: number,
): Promise<{ after: number } | undefined> {
  return db.maybeOne<{ after: number }>(sql`
    update audit_chain set streamer = ${replica}, streamer_until = now() + make_interval(secs => ${leaseMs / 1000})
     where streamer is null or streamer = ${replica} or streamer_until < now()
    returning greatest(streamed_position, deleted_position) as after`);
}

/** Stores that the receiver has acknowledged all entries up to a position. */
export async function storeStreamed(db: Queryable, position: number): Promise<void> {
  await db.execute(sql`update audit_chain set streamed_position = greatest(streamed_position, ${position})`);
}

/** Releases the lease for streaming, so that another replica can continue immediately. */
export async function leaveStream(db: Queryable, replica: string): Promise<void> {
  await db.execute(sql`update audit_chain set streamer = null where streamer = ${replica}`);
}
