import { createDb } from '@parley/db';
import { openNats, serveStatus } from '@parley/event-log';
import { ImportingServiceService } from '@parley/proto/importing/v1/importing';
import { createRpcServer } from '@parley/rpc';
import { defineService, type ServiceOverrides } from '@parley/service-kit';
import { createClients } from './clients.ts';
import type { ImportingConfig } from './config.ts';
import { handlers } from './rpc/index.ts';
import { createImportWorker } from './workers/import-worker.ts';

const drainMs = 8_000;

/** Returns the importing service, which is not started yet. */
export const createService = (config: ImportingConfig, overrides: ServiceOverrides = {}) =>
  defineService({ name: 'importing', ...config, ...overrides }, async (parts) => {
    const { logger, registry, local, sharedLog: shared } = parts;
    const { url, prefix } = config.nats;
    const database = { ...config.database, logger, registry, applicationName: 'parley-importing' };
    const db = await parts.add('database', createDb(database), {
      ready: (opened) => opened.ping().then(() => true),
    });
    const clients = await parts.add('clients', createClients(config, local));
    const { connection: nats } = await parts.add('nats', openNats({ url, name: 'parley-importing', shared }));
    await parts.add('status', serveStatus({ nats, prefix, registry, service: 'importing' }));
    const { publicUrl, folder, maxBytes } = config;
    const ctx = { db, clients, publicUrl, folder, maxBytes, logger, kick: () => worker.kick() };
    const worker = createImportWorker(ctx);
    await parts.add('worker', worker);
    worker.start();
    const rpc = createRpcServer({ secret: config.rpcSecret, logger, registry, local });
    rpc.add(ImportingServiceService, handlers(ctx));
    const rpcPort = await parts.add('rpc', rpc.listen(config.rpc.host, config.rpc.port), {
      drain: () => rpc.drain(drainMs),
    });
    return { rpcPort };
  });
