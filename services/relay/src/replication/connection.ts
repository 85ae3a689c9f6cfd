import { errorCode, firstItem } from '@parley/core';
import { parseLsn } from '@parley/event-log';
import pg from 'pg';
import { type Wire, wireOf } from './pg-wire.ts';
import { readInt64 } from './pgoutput.ts';
import { parseTimelineHistory, type SystemIdentity } from './timelines.ts';

/** The error for a slot that another connection is reading. */
export class SlotActiveError extends Error {
  override name = 'SlotActiveError';
}

export type ReplicationHandlers = {
  /** Handles a message of the output plugin. The buffer is valid only during the call. */
  onData(data: Buffer): void;
  /** Called when the server has sent everything before the WAL position `lsn`. */
  onKeepalive(lsn: number): void;
};

export type ReplicationConnectionOptions = {
  url: string;
  /** In milliseconds without receiving anything. So a frozen relay loses the slot. */
  senderTimeoutMs: number;
};

const MICROSECONDS_1970_TO_2000 = 946_684_800_000_000;
/** SQLSTATE error codes of PostgreSQL. */
const OBJECT_IN_USE = '55006';
const UNDEFINED_FILE = '58P01';

const slotError = (error: Error & { code?: string }): Error =>
  error.code === OBJECT_IN_USE ? new SlotActiveError(error.message, { cause: error }) : error;

/**
 * A connection in replication mode, which receives the changes from one slot. It is built on the low-level connection of pg
 * (docs/decisions/replication-client.md). Invariants:
 * - It confirms to the server exactly the positions that the caller confirms, and never a position that was only received.
 * - It answers keepalives that request an answer. While reading is paused it receives no keepalives, so the caller must send
 *   the status every second.
 */
export class ReplicationConnection {
  readonly #client: pg.Client;
  readonly #wire: Wire;
  readonly #ended = Promise.withResolvers<Error>();
  #streaming = false;
  #paused = false;
  #confirmed = 0;
  #over = false;

  private constructor(client: pg.Client) {
    this.#client = client;
    this.#wire = wireOf(client);
    client.on('error', (error) => this.#end(error));
    client.on('end', () => this.#end(new Error('the replication connection was closed')));
  }

  static async open({ url, senderTimeoutMs }: ReplicationConnectionOptions): Promise<ReplicationConnection> {
    const client = new pg.Client({
      connectionString: url,
      application_name: 'parley-relay-slot',
      connectionTimeoutMillis: 5000,
      keepAlive: true,
      options: `-c wal_sender_timeout=${senderTimeoutMs}`,
      // The types of pg lack this option.
      ...({ replication: 'database' } as object),
    });
    const connection = new ReplicationConnection(client);
    await client.connect();
    return connection;
  }

  /** Resolves with the reason when the connection is lost. */
  get ended(): Promise<Error> {
    return this.#ended.promise;
  }

  async identify(): Promise<SystemIdentity> {
    const { rows } = await this.#client.query<{ systemid: string; timeline: number; xlogpos: string }>(
      'IDENTIFY_SYSTEM',
    );
    const row = firstItem(rows);
    const timeline = Number(row.timeline);
    return {
      systemId: row.systemid,
      timeline,
      walLsn: parseLsn(row.xlogpos),
      history: timeline === 1 ? [] : await this.#timelineHistory(timeline),
    };
  }

  /** Empty when the server lacks the file, such as after a restore that did not include it. */
  async #timelineHistory(timeline: number): Promise<SystemIdentity['history']> {
    try {
      const { rows } = await this.#client.query<{ content: Buffer | string }>(`TIMELINE_HISTORY ${timeline}`);
      return parseTimelineHistory(firstItem(rows).content.toString());
    } catch (error) {
      if (errorCode(error) === UNDEFINED_FILE) return [];
      throw error;
    }
  }

  /**
   * Creates a slot, which contains everything that is committed after this call. From PostgreSQL 17 on, the slot is also copied
   * to standbys, so that the relay can continue after a failover.
   * @throws when the slot exists
   */
  async createSlot(slot: string): Promise<void> {
    const options = (await this.#hasFailoverSlots()) ? "(SNAPSHOT 'nothing', FAILOVER)" : 'NOEXPORT_SNAPSHOT';
    await this.#client.query(
      `CREATE_REPLICATION_SLOT ${pg.escapeIdentifier(slot)} LOGICAL pgoutput ${options}`,
    );
  }

  /** PostgreSQL 17. @throws SlotActiveError when another connection is reading the slot */
  async enableFailover(slot: string): Promise<void> {
    if (!(await this.#hasFailoverSlots())) return;
    await this.#client
      .query(`ALTER_REPLICATION_SLOT ${pg.escapeIdentifier(slot)} (FAILOVER)`)
      .catch((error: Error) => {
        throw slotError(error);
      });
  }

  async #hasFailoverSlots(): Promise<boolean> {
    const { rows } = await this.#client.query<{ server_version_num: string }>('SHOW server_version_num');
    return Number(firstItem(rows).server_version_num) >= 170_000;
  }

  /** From its confirmed position. @throws SlotActiveError when another connection is reading the slot */
  async start(slot: string, publication: string, handlers: ReplicationHandlers): Promise<void> {
    const started = new Promise<void>((resolve) => this.#wire.once('replicationStart', resolve));
    this.#wire.on('copyData', ({ chunk }) => this.#receive(chunk, handlers));
    const copying = this.#client.query(
      `START_REPLICATION SLOT ${pg.escapeIdentifier(slot)} LOGICAL 0/0
       (proto_version '1', publication_names ${pg.escapeLiteral(publication)}, messages 'true')`,
    );
    const refused = copying.then(() => new Error('the server ended the replication'), slotError);
    // After streaming has ended, the connection cannot be used any more.
    void refused.then((error) => this.#end(error));
    const outcome = await Promise.race([started, refused]);
    if (outcome instanceof Error) throw outcome;
    this.#streaming = true;
  }

  /** Pauses or resumes reading. While reading is paused, the server stops sending. */
  setPaused(paused: boolean): void {
    if (paused === this.#paused) return;
    this.#paused = paused;
    if (paused) this.#wire.stream.pause();
    else this.#wire.stream.resume();
  }

  get paused(): boolean {
    return this.#paused;
  }

  /** Ignores positions that are not higher than the last one. */
  confirm(lsn: number): void {
    if (lsn <= this.#confirmed) return;
    this.#confirmed = lsn;
    this.sendStatus(false);
  }

  get confirmed(): number {
    return this.#confirmed;
  }

  /** Sends the confirmed position to the server. With `askBack`, the server answers with a keepalive. */
  sendStatus(askBack: boolean): void {
    if (!this.#streaming || this.#over) return;
    const status = Buffer.alloc(34);
    status[0] = 0x72; // r
    // Both fields "written" and "flushed" contain the confirmed position. While "written" is behind the end of the WAL, the
    // server sends a keepalive as soon as it has sent everything. From this the relay quickly learns that it has received
    // everything.
    writeInt64(status, this.#confirmed, 1);
    writeInt64(status, this.#confirmed, 9);
    writeInt64(status, this.#confirmed, 17);
    writeInt64(status, Date.now() * 1000 - MICROSECONDS_1970_TO_2000, 25);
    status[33] = askBack ? 1 : 0;
    this.#wire.sendCopyFromChunk(status);
  }

  async close(): Promise<void> {
    this.#over = true;
    // While a socket is paused, it does not notice that the server closes the connection.
    this.setPaused(false);
    const ended = this.#client.end().catch(() => undefined);
    const timeout = setTimeout(() => this.#wire.stream.destroy(), 500);
    await ended;
    clearTimeout(timeout);
  }

  #receive(chunk: Buffer, handlers: ReplicationHandlers): void {
    if (this.#over) return;
    if (chunk[0] === 0x77 /* w */) {
      handlers.onData(chunk.subarray(25));
    } else if (chunk[0] === 0x6b /* k */) {
      handlers.onKeepalive(readInt64(chunk, 1));
      if (chunk[17] === 1) this.sendStatus(false);
    }
  }

  #end(error: Error): void {
    this.#over = true;
    this.#ended.resolve(error);
  }
}

function writeInt64(buffer: Buffer, value: number, offset: number): void {
  buffer.writeUInt32BE(Math.floor(value / 2 ** 32), offset);
  buffer.writeUInt32BE(value % 2 ** 32, offset + 4);
}
