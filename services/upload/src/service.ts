import { createLogger, type Logger } from '@parley/core';
import { createDb } from '@parley/db';
import { UploadServiceService } from '@parley/proto/upload/v1/upload';
import { createRpcServer } from '@parley/rpc';
import { createOps, createRegistry, type Service } from '@parley/service-kit';
import type { UploadConfig } from './config.ts';
import { uploadHandlers } from './rpc/index.ts';

export type UploadService = Service & {
  /** Ports after the start. */
  readonly rpcPort: number;
  readonly opsPort: number;
};

const drainMs = 8_000;

/** The upload service, in this process. Nothing is opened before `start`. */
export function createService(config: UploadConfig, overrides: { logger?: Logger } = {}): UploadService {
  const logger = overrides.logger ?? createLogger({ service: 'upload', level: config.logLevel });
  const registry = createRegistry();
  const db = createDb({ ...config.database, logger, registry, applicationName: 'parley-upload' });
  const rpc = createRpcServer({ secret: config.rpcSecret, logger, registry });
  let [rpcPort, opsPort] = [0, 0];
  const ops = createOps(
    {
      ...config.ops,
      logger,
      ready: {
        database: async () => {
          await db.ping();
          return true;
        },
      },
    },
    registry,
  );

  return {
    get rpcPort() {
      return rpcPort;
    },
    get opsPort() {
      return opsPort;
    },
    async start() {
      opsPort = await ops.start();
      rpc.add(UploadServiceService, uploadHandlers({ db }));
      rpcPort = await rpc.listen(config.rpc.host, config.rpc.port);
      logger.info({ rpcPort, opsPort }, 'ready');
    },
    async stop() {
      ops.setDraining();
      await rpc.drain(drainMs);
      await db.close();
      await ops.stop();
    },
  };
}
