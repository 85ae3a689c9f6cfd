import {
  acceptSecretToo,
  acceptsUnencrypted,
  ConfigError,
  createLogger,
  envNumber,
  envUrl,
  loadConfig,
  readAlsoAcceptedSecret,
  readNatsSecurity,
  readTls,
  useNatsSecurity,
  useTls,
} from '@parley/core';
import { followCertificates } from './certificates.ts';
import { startTracing } from './tracing.ts';

export type Service = {
  start(): Promise<void>;
  /** Finishes accepted work. `runService` ends the process if this takes longer than its limit. */
  stop(): Promise<void>;
};

const defaultStopTimeoutMs = 10_000;

/** URL of the collector, if there is one, and the fraction of new traces to record. */
export const tracingEnvironment = {
  PARLEY_OTLP_URL: envUrl(['http', 'https']).optional(),
  PARLEY_TRACE_RATIO: envNumber(0.01, 0, 1),
};

/**
 * Runs a service. This is all that a `main.ts` does: it creates the service from the environment, starts it, and stops it on
 * SIGTERM, on SIGINT, or when its parent process with an IPC channel has ended. The exit code is 0 after an orderly stop, and 1
 * after an invalid configuration, a failed start, a failed or slow stop, or an uncaught error.
 * @param stopTimeoutMs milliseconds after which a stop is slow
 */
export function runService(
  name: string,
  create: (env: NodeJS.ProcessEnv) => Service | Promise<Service>,
  stopTimeoutMs = defaultStopTimeoutMs,
): void {
  const logger = createLogger({
    service: name,
    ...(process.env.PARLEY_LOG_LEVEL && { level: process.env.PARLEY_LOG_LEVEL }),
  });
  let stopping = false;

  const die = (error: unknown, message: string) => {
    if (error instanceof ConfigError) logger.fatal({ problems: error.problems }, error.message);
    else logger.fatal({ err: error }, message);
    process.exit(1);
  };
  process.on('uncaughtException', (error) => die(error, 'uncaught exception'));
  process.on('unhandledRejection', (reason) => die(reason, 'unhandled rejection'));

  const run = async () => {
    const { PARLEY_OTLP_URL: url, PARLEY_TRACE_RATIO: ratio } = loadConfig(tracingEnvironment, process.env);
    const tracing = url === undefined ? undefined : await startTracing({ service: name, url, ratio });
    const tls = readTls(process.env);
    useTls(tls);
    if (tls) followCertificates(tls, logger);
    if (tls && acceptsUnencrypted(tls)) {
      logger.warn(
        'calls without TLS are accepted: set PARLEY_RPC_TLS_MODE to required when every service sends calls with TLS',
      );
    }
    useNatsSecurity(readNatsSecurity(process.env));
    acceptSecretToo(readAlsoAcceptedSecret(process.env));
    const service = await create(process.env);
    const stop = async (signal: string) => {
      if (stopping) return;
      stopping = true;
      logger.info({ signal }, 'stopping');
      setTimeout(() => die(new Error('stop took too long'), 'stop took too long'), stopTimeoutMs).unref();
      await service.stop();
      await tracing?.stop();
      logger.info('stopped');
      process.exit(0);
    };
    process.on('SIGTERM', () => void stop('SIGTERM').catch((error) => die(error, 'stop failed')));
    process.on('SIGINT', () => void stop('SIGINT').catch((error) => die(error, 'stop failed')));
    process.on('disconnect', () => void stop('disconnect').catch((error) => die(error, 'stop failed')));
    if (process.send !== undefined && !process.connected) {
      logger.info('the parent process has ended');
      process.exit(0);
    }
    await service.start();
  };
  run().catch((error) => die(error, 'start failed'));
}
