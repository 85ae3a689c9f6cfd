export { SetupError } from './errors.ts';
export { canListen, freePort } from './free-port.ts';
export type { ManagedServer, ServerExit } from './managed-server.ts';
export { type NatsOptions, type NatsServer, startNats } from './nats.ts';
export { ensureNatsServer, type NatsBinary, type NatsBinaryOptions } from './nats-binary.ts';
export {
  initPostgres,
  isPostgresInitialized,
  POSTGRES_VERSION,
  type PostgresOptions,
  type PostgresServer,
  startPostgres,
} from './postgres.ts';
export { endProcess, environmentOf, isAlive, sendSignal, startMark } from './processes.ts';
