import { createLogger, silentLogger } from '@parley/core';
import { createDb, type Db, sql } from '@parley/db';
import { decodeFrame } from '@parley/event-log';
import { Event } from '@parley/proto/events/v1/event';
import { UserAdminServiceService } from '@parley/proto/useradmin/v1/user_admin';
import { type Call, type ClosableRpcClient, createRpcClient } from '@parley/rpc';
import { testCall } from '@parley/rpc/testing';
import { createTestDatabase, sharedServers, uniqueName } from '@parley/test-servers';
import { Registry } from 'prom-client';
import { createService, loadServiceConfig } from '../src/index.ts';

export const owner = { email: 'owner@demo.example', password: 'parley-tests-only' };

export type Env = {
  /** Database connection with administrator rights, for preparing and inspecting data. */
  db: Db;
  /** Database connection with the rights of the service. */
  serviceDb: Db;
  client: ClosableRpcClient<typeof UserAdminServiceService>;
  /** Client of a second replica. */
  other: ClosableRpcClient<typeof UserAdminServiceService>;
  ownerId: number;
  /** Returns the events that were committed since the last call. Needs the option `hasEvents`. */
  events(): Promise<Event[]>;
  /** Creates an account on behalf of the owner. Returns its ID. */
  account(name: string): Promise<number>;
  /** Starts a third replica. */
  startReplica(): Promise<{ stop(): Promise<void> }>;
  opsUrl: string;
  rpcAddress: string;
  /** Prefix of NATS subjects. */
  prefix: string;
  stop(): Promise<void>;
};

/** Returns a call on behalf of a person. */
export const as = (userId: number): Call => testCall({ principal: { userId } });
/** Returns a call of an operator. */
export const operator = (): Call => testCall();

/**
 * Starts two replicas with a separate database. The organization exists unless `empty` is set. `hasEvents` creates a replication
 * slot, for which PostgreSQL waits until all transactions of the whole server have ended, so only tests that read events set it.
 */
export async function startEnv(
  options: { empty?: boolean; env?: string; hasEvents?: boolean; more?: NodeJS.ProcessEnv } = {},
): Promise<Env> {
  const prefix = uniqueName('u');
  const database = await createTestDatabase();
  const config = loadServiceConfig({
    PARLEY_ENV: options.env ?? 'development',
    PARLEY_RPC_SECRET: 'test-rpc-secret-16',
    PARLEY_SECRET_KEY: 'test-secret-key-of-at-least-32-chars',
    PARLEY_PUBLIC_URL: 'http://chat.test:9991',
    PARLEY_USER_ADMIN_DATABASE_URL: database.urlOf('user-admin'),
    PARLEY_NATS_URL: sharedServers().nats,
    PARLEY_NATS_PREFIX: prefix,
    PARLEY_CHANNEL_ADDRESSES: '127.0.0.1:1',
    PARLEY_MESSAGING_ADDRESSES: '127.0.0.1:1',
    PARLEY_UPLOAD_ADDRESSES: '127.0.0.1:1',
    PARLEY_NOTIFY_ADDRESSES: '127.0.0.1:1',
    PARLEY_INTEGRATIONS_ADDRESSES: '127.0.0.1:1',
    PARLEY_USER_ADMIN_PRESENCE_INTERVAL_MS: '20',
    ...(options.env !== 'production' && { PARLEY_USER_ADMIN_PASSWORD_HASHES: 'quick' }),
    ...options.more,
  });
  const createReplica = () =>
    createService(config, {
      logger: createLogger({ service: 'user-admin', level: 'error', destination: process.stderr }),
      registry: new Registry(),
    });
  const services = [createReplica(), createReplica()];
  for (const service of services) await service.start();
  const clientOf = (port: number) =>
    createRpcClient(UserAdminServiceService, {
      addresses: [`127.0.0.1:${port}`],
      secret: 'test-rpc-secret-16',
    });
  const client = clientOf(services[0]!.rpcPort);
  const other = clientOf(services[1]!.rpcPort);
  const db = createDb({
    url: database.adminUrl,
    poolSize: 2,
    logger: silentLogger,
    registry: new Registry(),
    applicationName: 'user-admin-test',
  });
  const serviceDb = createDb({
    url: database.urlOf('user-admin'),
    poolSize: 2,
    logger: silentLogger,
    registry: new Registry(),
    applicationName: 'user-admin-test',
  });
  if (options.hasEvents) {
    await db.execute(
      sql`select pg_create_logical_replication_slot('user_admin_test_' || current_database(), 'pgoutput')`,
    );
  }
  const created = options.empty
    ? undefined
    : await client.createOrganization(
        {
          name: 'Demo',
          ownerEmail: owner.email,
          ownerPassword: owner.password,
          ownerFullName: 'Olive Owner',
        },
        operator(),
      );
  const ownerId = created?.ownerUserId ?? 0;

  return {
    db,
    serviceDb,
    client,
    other,
    ownerId,
    events: () => readEvents(db),
    account: async (name) =>
      (
        await client.createUser(
          { email: `${name}@demo.example`, password: 'parley-tests-only', fullName: name, role: 0 },
          as(ownerId),
        )
      ).userId,
    startReplica: async () => {
      const service = createReplica();
      await service.start();
      return service;
    },
    prefix,
    rpcAddress: `127.0.0.1:${services[0]!.rpcPort}`,
    opsUrl: `http://127.0.0.1:${services[0]!.opsPort}`,
    async stop() {
      client.close();
      other.close();
      await Promise.all(services.map((service) => service.stop()));
      await serviceDb.close();
      await db.close();
      await database.drop();
    },
  };
}

async function readEvents(db: Db): Promise<Event[]> {
  const rows = await db.many<{ data: Buffer }>(sql`
    select data from pg_logical_slot_get_binary_changes('user_admin_test_' || current_database(), null, null,
      'proto_version', '1', 'publication_names', 'none', 'messages', 'true')`);
  return rows.filter(({ data }) => data[0] === 'M'.charCodeAt(0)).map(({ data }) => eventOf(data));
}

/**
 * Decodes a logical replication message of pgoutput. Its format is `M`, flags, position (8 bytes), prefix and a zero byte,
 * length (4 bytes), frame.
 */
function eventOf(message: Buffer): Event {
  const frame = message.subarray(message.indexOf(0, 10) + 5);
  return Event.decode(decodeFrame(frame, 0, 0).event);
}

/** Returns the number of statements in this test's database that wait for a lock. Other test files use other databases. */
export async function countWaitingForLock(db: Db): Promise<number> {
  const waiting = await db.many(sql`
    select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
  return waiting.length;
}

/** Returns whether a statement in this test's database waits for a lock. */
export const isWaitingForLock = async (db: Db): Promise<boolean> => (await countWaitingForLock(db)) > 0;
