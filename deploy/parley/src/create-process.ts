import { ConfigError, required, type ServiceName } from '@parley/core';
import { SharedLog } from '@parley/event-log';
import { LocalServices } from '@parley/rpc';
import { ProcessOps, type Service, type ServiceOverrides } from '@parley/service-kit';
import { loadProcessConfig } from './config.ts';
import { loaders } from './gen/services.ts';

type ServiceModule = {
  loadServiceConfig(env: NodeJS.ProcessEnv): unknown;
  createService(config: unknown, overrides: ServiceOverrides): Service;
};
type SharedParts = { local: LocalServices; sharedLog: SharedLog; ops: ProcessOps };
type Running = { name: ServiceName; service: Service };

/** They call each other directly and share one operations port. @throws ConfigError naming every invalid value */
export async function createProcess(env: NodeJS.ProcessEnv): Promise<Service> {
  const config = loadProcessConfig(env);
  const local = new LocalServices(config.local);
  const sharedLog = new SharedLog('parley');
  const entrance = config.services.find((name) => name === 'gateway');
  const processOps = new ProcessOps({ ...config.ops, entrance });
  const running: Running[] = [];
  const problems = new Set<string>();
  for (const name of config.services) {
    // A process loads only the code of its services.
    const { loadServiceConfig, createService } = (await required(
      loaders[name],
      'service',
    )()) as ServiceModule;
    try {
      running.push({
        name,
        service: createService(loadServiceConfig(config.env), { local, sharedLog, processOps }),
      });
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      for (const problem of error.problems) problems.add(problem);
    }
  }
  if (problems.size > 0) throw new ConfigError([...problems]);
  return new ServiceProcess(running, { local, sharedLog, ops: processOps });
}

class ServiceProcess implements Service {
  readonly #running: readonly Running[];
  readonly #local: LocalServices;
  readonly #sharedLog: SharedLog;
  readonly #ops: ProcessOps;

  constructor(running: readonly Running[], { local, sharedLog, ops }: SharedParts) {
    this.#running = running;
    this.#local = local;
    this.#sharedLog = sharedLog;
    this.#ops = ops;
  }

  /** Starts all services at the same time, because some wait for others. */
  async start(): Promise<void> {
    await this.#ops.start();
    try {
      await Promise.all(this.#running.map(({ service }) => service.start()));
    } catch (error) {
      await this.stop().catch(() => undefined);
      throw error;
    }
  }

  /**
   * Stops the gateway first, whose requests need all other services, and the relay last, because it publishes what the others have
   * committed. The connection to NATS, which all share, is closed after them.
   */
  async stop(): Promise<void> {
    this.#ops.setDraining();
    try {
      await this.#stop((name) => name === 'gateway');
      // Requests have ended. The remaining calls are made by workers, which repeat them after the next start.
      this.#local.close();
      await this.#stop((name) => name !== 'gateway' && name !== 'relay');
      await this.#stop((name) => name === 'relay');
    } finally {
      this.#local.close();
      await this.#sharedLog.close();
      await this.#ops.stop();
    }
  }

  async #stop(which: (name: ServiceName) => boolean): Promise<void> {
    await Promise.all(this.#running.filter(({ name }) => which(name)).map(({ service }) => service.stop()));
  }
}
