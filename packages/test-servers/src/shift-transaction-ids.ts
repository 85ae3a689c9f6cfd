import {
  chownSync as chown,
  closeSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { itemAt, lastItem } from '@parley/core';

const PAGE = 8192;
const WAL_SEGMENT = 16 * 2 ** 20;
/** Byte offsets in the file pg_control and in a checkpoint record. These offsets have not changed since PostgreSQL 14. */
const CONTROL = { checkPointLsn: 32, checkPointCopy: 40, recordHeader: 24 };
const CHECKPOINT = { nextXid: 24, oldestXid: 44 };

/**
 * Sets the next transaction ID of a PostgreSQL cluster, as `pg_resetwal` would. The function patches pg_control and the WAL
 * record of the shutdown checkpoint. The cluster must have been shut down cleanly, and all its rows must be frozen.
 */
export function shiftTransactionIds(dir: string, nextXid: bigint): void {
  const controlFile = join(dir, 'global', 'pg_control');
  const control = readFileSync(controlFile);
  const lsn = control.readBigUInt64LE(CONTROL.checkPointLsn);
  patchCheckpoint(control, CONTROL.checkPointCopy, nextXid);
  const crcAt = findCrc(readFileSync(controlFile));
  control.writeUInt32LE(crc32c(control.subarray(0, crcAt)), crcAt);
  patchRecord(join(dir, 'pg_wal', segmentOf(dir, lsn)), Number(lsn % BigInt(WAL_SEGMENT)), nextXid);
  writeFileSync(controlFile, control);
  addCommitLog(dir, nextXid);
}

function patchCheckpoint(data: Buffer, at: number, nextXid: bigint): void {
  data.writeBigUInt64LE(nextXid, at + CHECKPOINT.nextXid);
  data.writeUInt32LE(Number(nextXid & 0xffffffffn), at + CHECKPOINT.oldestXid);
}

/** The first word that equals the checksum of all bytes before it. @throws Error if there is none */
function findCrc(control: Buffer): number {
  for (let at = 200; at < 512; at += 4) {
    if (control.readUInt32LE(at) === crc32c(control.subarray(0, at))) return at;
  }
  throw new Error('pg_control has no checksum where one is expected');
}

/** Returns the name of the newest WAL segment that contains a position, because several timelines may have it. */
function segmentOf(dir: string, lsn: bigint): string {
  const high = (lsn >> 32n).toString(16).padStart(8, '0').toUpperCase();
  const low = ((lsn & 0xffffffffn) / BigInt(WAL_SEGMENT)).toString(16).padStart(8, '0').toUpperCase();
  const names = readdirSync(join(dir, 'pg_wal')).filter(
    (name) => name.endsWith(high + low) && name.length === 24,
  );
  return lastItem(names.toSorted());
}

function patchRecord(file: string, offset: number, nextXid: bigint): void {
  const fd = openSync(file, 'r+');
  const head = Buffer.alloc(4);
  readSync(fd, head, 0, 4, offset);
  const length = head.readUInt32LE();
  if ((offset % PAGE) + length > PAGE)
    throw new Error('the checkpoint record crosses a page; stop the server once more');
  const record = Buffer.alloc(length);
  readSync(fd, record, 0, length, offset);
  // After the header of the record follow a byte with the value 255, a length byte, and the checkpoint data.
  patchCheckpoint(record, CONTROL.recordHeader + 2, nextXid);
  const crc = crc32c(Buffer.concat([record.subarray(24), record.subarray(0, 20)]));
  record.writeUInt32LE(crc, 20);
  writeSync(fd, record, 0, length, offset);
  closeSync(fd);
}

/** Creates the segment of the commit log (pg_xact) that contains the new transaction ID. */
function addCommitLog(dir: string, nextXid: bigint): void {
  const segment = ((nextXid & 0xffffffffn) >> 20n).toString(16).padStart(4, '0').toUpperCase();
  const file = join(dir, 'pg_xact', segment);
  const { uid, gid } = statSync(join(dir, 'pg_xact'));
  writeFileSync(file, Buffer.alloc(32 * PAGE), { mode: 0o600 });
  if (process.getuid?.() === 0) chown(file, uid, gid);
}

const table = Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0x82f63b78 : value >>> 1;
  return value >>> 0;
});

function crc32c(data: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of data) crc = itemAt(table, (crc ^ byte) & 0xff) ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}
