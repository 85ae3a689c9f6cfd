import { connect } from 'node:net';
import { PassThrough } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceName } from '@parley/core';
import {
  ApiClient,
  type Credentials,
  followed,
  LogHead,
  Organization,
  takesConnections,
  until,
} from '@parley/test-kit';
import { getContainerRuntimeClient } from 'testcontainers';
import {
  type ContainerName,
  containerName,
  createContainer,
  endpointsOf,
  type Layout,
  layoutOf,
  migrate,
  type ProgramName,
  programOf,
  programsOf,
  type Run,
  replicasOf,
  serverNames,
  serviceOf,
  type Version,
} from './containers.ts';
import { keepEmpty, restoreEmpty } from './emptiness.ts';
import { operatorsCommand } from './released.ts';
import { settings } from './settings.ts';

type Engine = Awaited<ReturnType<typeof getContainerRuntimeClient>>['container']['dockerode'];

const httpPort = 8080;
const opsPort = 9100;
const smtpPort = 25;
/** Stop timeout in seconds, as the compose file sets it for a process with all services, which stops within 20 s. */
const graceSeconds = 25;

/** The containers of one run of the tests, with operations that stop, freeze and replace them. */
export class Deployment {
  readonly #run: Run;
  readonly #engine: Engine;
  /** Addresses of containers by name and replica. They change when a container restarts or reconnects to the network. */
  readonly #addresses = new Map<string, string>();
  #layout: Layout;

  private constructor(run: Run, engine: Engine, layout: Layout) {
    this.#run = run;
    this.#engine = engine;
    this.#layout = layout;
  }

  static async of(run: Run, layout: Layout = 'combined'): Promise<Deployment> {
    const { container } = await getContainerRuntimeClient();
    const deployment = new Deployment(run, container.dockerode, layout);
    await deployment.#refresh('edge');
    await deployment.#refresh('mail');
    return deployment;
  }

  /** The URL of the balancer, which clients use. */
  get url(): string {
    return `http://${this.#addresses.get('edge 1')}:${httpPort}`;
  }

  /** The address at which the organization's mail server takes mail of its people. */
  get mailServer(): { host: string; port: number } {
    return { host: this.#addresses.get('mail 1')!, port: smtpPort };
  }

  client(credentials?: Credentials): ApiClient {
    return new ApiClient(() => this.url, credentials);
  }

  /** Returns the organization that `found` created. */
  organization(): Promise<Organization> {
    return Organization.signIn((credentials) => this.client(credentials));
  }

  /** Returns the container that runs a service. */
  programOf(service: ServiceName): ProgramName {
    return programOf(service, this.#layout);
  }

  /** Creates the organization with the operators' command. */
  async found(version: Version = 'current'): Promise<void> {
    const { name, ownerEmail, ownerPassword, ownerFullName } = Organization.founding;
    await this.execute(
      this.programOf('user-admin'),
      `printf '%s\\n' '${ownerPassword}' | ${operatorsCommand(version)} create-organization --name '${name}' ` +
        `--owner-email '${ownerEmail}' --owner-name '${ownerFullName}'`,
    );
  }

  /** Kills the processes of a container. `start` starts it again. */
  async kill(name: ContainerName, replica = 1): Promise<void> {
    await this.#container(name, replica).kill({ signal: 'SIGKILL' });
  }

  /** Stops a container as an upgrade does, with time to drain. */
  async shutDown(name: ContainerName, replica = 1): Promise<void> {
    await this.#container(name, replica).stop({ t: graceSeconds });
  }

  async start(name: ContainerName, replica = 1): Promise<void> {
    await this.#container(name, replica).start();
    await this.#refresh(name, replica);
  }

  /** Replaces a container by a new one with an empty disk. */
  async replace(name: ContainerName, replica = 1): Promise<void> {
    await this.#container(name, replica).remove({ force: true, v: true });
    await createContainer(this.#run, name, replica);
    await this.#refresh(name, replica);
  }

  /**
   * Replaces a container as rolling upgrades do: the new container starts first. When it has been ready for a while,
   * the old one stops, and the new one takes over its name.
   */
  async renew(name: ProgramName, replica: number, settleMs: number, version: Version): Promise<void> {
    const added = replicasOf(name) + 1;
    await createContainer(this.#run, name, added, version);
    await this.#refresh(name, added);
    await this.ready(name, added);
    await sleep(settleMs);
    await this.shutDown(name, replica);
    await this.#container(name, replica).remove({ force: true, v: true });
    await this.#container(name, added).rename({ name: containerName(this.#run, name, replica) });
    this.#addresses.delete(`${name} ${added}`);
    await this.#refresh(name, replica);
  }

  /**
   * Replaces all replicas by those of a version, as `upgrade.sh` does: one by one, or when the versions divide services among containers in
   * different ways, all new ones first. The gateways end first and the relays last.
   */
  async changeTo(version: Version, settleMs: number): Promise<void> {
    const former = programsOf(this.#layout);
    const next = programsOf(layoutOf(version));
    const replicas = (names: readonly ProgramName[]) =>
      names.flatMap((name) =>
        Array.from({ length: replicasOf(name) }, (_, index) => [name, index + 1] as const),
      );
    if (former[0] === next[0]) {
      for (const [name, replica] of replicas(next)) await this.renew(name, replica, settleMs, version);
      return;
    }
    for (const [name, replica] of replicas(next)) {
      await createContainer(this.#run, name, replica, version);
      await this.#refresh(name, replica);
    }
    for (const [name, replica] of replicas(next)) await this.ready(name, replica, 180_000);
    await sleep(settleMs);
    for (const [name, replica] of replicas(former)) {
      await this.shutDown(name, replica);
      await this.#container(name, replica).remove({ force: true, v: true });
      this.#addresses.delete(`${name} ${replica}`);
    }
    this.#layout = layoutOf(version);
  }

  /** Freezes the processes of a container. `thaw` resumes them. */
  async freeze(name: ContainerName, replica = 1): Promise<void> {
    await this.#container(name, replica).pause();
  }

  async thaw(name: ContainerName, replica = 1): Promise<void> {
    await this.#container(name, replica).unpause();
  }

  /** Disconnects the container from its networks; `connect` reconnects it under its name, with other addresses. */
  async disconnect(name: ContainerName, replica = 1): Promise<void> {
    const Container = containerName(this.#run, name, replica);
    for (const { network } of this.#endpointsOf(name))
      await this.#engine.getNetwork(network).disconnect({ Container, Force: true });
  }

  async connect(name: ContainerName, replica = 1): Promise<void> {
    const Container = containerName(this.#run, name, replica);
    for (const { network, aliases } of this.#endpointsOf(name))
      await this.#engine.getNetwork(network).connect({ Container, EndpointConfig: { Aliases: aliases } });
    await this.#refresh(name, replica);
  }

  #endpointsOf(name: ContainerName) {
    return endpointsOf(this.#run, name, serviceOf(name, 'current'));
  }

  /** Returns whether a replica reports that it is ready, or whether a server (such as NATS) answers. */
  async isReady(name: ContainerName, replica = 1): Promise<boolean> {
    const address = await this.#addressOf(name, replica);
    if (name === 'postgresql') return takesConnections(databaseAt(address));
    if (name === 'nats') return answers(`http://${address}:8222/healthz`);
    // The request names no object and has no credentials, so refusals also show that the server answers.
    if (name === 'objects') return answers(`http://${address}:8333/`, 200, 403, 404);
    if (name === 'mail') return greets(address, smtpPort);
    // A gateway answers a request without credentials with 401.
    if (name === 'edge') return answers(`http://${address}:${httpPort}/api/v1/users/me`, 401);
    return areAllReady(`http://${address}:${opsPort}/readyz`);
  }

  async ready(name: ContainerName, replica = 1, timeoutMs = 60_000): Promise<void> {
    await until(`${name} ${replica} is ready`, () => this.isReady(name, replica), timeoutMs);
  }

  /** Resolves when every replica of every service and the balancer are ready. */
  async allReady(timeoutMs: number): Promise<void> {
    const replicas = [...programsOf(this.#layout), 'edge' as const].flatMap((name) =>
      Array.from({ length: replicasOf(name) }, (_, index) => [name, index + 1] as const),
    );
    await Promise.all(replicas.map(([name, replica]) => this.ready(name, replica, timeoutMs)));
  }

  /** Returns the number of the active relay, which writes the log; the other one stands by. Returns 1 when neither is active. */
  async activeRelay(): Promise<number> {
    for (const replica of [1, 2]) {
      if ((await this.#metric(this.programOf('relay'), replica, 'parley_relay_active')) === 1) return replica;
    }
    return 1;
  }

  /** Prepares `empty`; call it before any service runs. */
  async keepEmpty(): Promise<void> {
    await keepEmpty(databaseAt(await this.#addressOf('postgresql')));
  }

  /** Removes all data. There are no accounts until `found` is called. */
  async empty(): Promise<void> {
    // The log starts a new epoch. A replica of event-queue that has noticed it has emptied its caches.
    const replicas = [1, 2];
    const epochs = (replica: number) =>
      this.#metric(this.programOf('event-queue'), replica, 'parley_event_queue_epoch_changes_total');
    const before = await Promise.all(replicas.map(epochs));
    await restoreEmpty(databaseAt(await this.#addressOf('postgresql')));
    for (const replica of replicas) {
      await until(
        `event-queue ${replica} follows another log`,
        async () => (await epochs(replica))! > before[replica - 1]!,
      );
    }
    await this.allReady(60_000);
  }

  /** Returns a reader of the log's newest sequence for repeated calls of `caughtUp`. It stays connected until `close`. */
  async logHead(): Promise<LogHead> {
    const nats = `nats://parley:${settings.PARLEY_NATS_PASSWORD}@${await this.#addressOf('nats')}:4222`;
    return LogHead.follow(nats, 'parley', databaseAt(await this.#addressOf('postgresql')));
  }

  /**
   * Resolves when everything that is committed at the call is in the log, and every replica of event-queue has read it.
   * @param known a reader of the log to use instead of a new one
   */
  async caughtUp(known?: LogHead): Promise<void> {
    const head = known ?? (await this.logHead());
    try {
      const sequence = await head.reached();
      const name = this.programOf('event-queue');
      const addresses = await Promise.all([1, 2].map((replica) => this.#addressOf(name, replica)));
      await Promise.all(addresses.map((address) => followed(`${address}:${opsPort}`, sequence)));
    } finally {
      if (!known) await head.close();
    }
  }

  /** Runs a shell command in a container. Returns its output. @throws when it fails */
  async execute(name: ContainerName, command: string, replica = 1): Promise<string> {
    const container = this.#container(name, replica);
    const exec = await container.exec({
      Cmd: ['sh', '-c', command],
      AttachStdout: true,
      AttachStderr: true,
    });
    const stream = await exec.start({});
    const output = new PassThrough();
    container.modem.demuxStream(stream, output, output);
    stream.on('end', () => output.end());
    let printed = '';
    for await (const chunk of output) printed += chunk;
    const { ExitCode: code } = await exec.inspect();
    if (code !== 0) throw new Error(`${command}: ${printed}`);
    return printed;
  }

  /** Returns the end of a container's log, for the message of a failed test. */
  async logOf(name: ContainerName, replica = 1, lines = 20): Promise<string> {
    const options = { follow: false, stdout: true, stderr: true, tail: lines } as const;
    const logged = await this.#container(name, replica).logs(options);
    // Removes the header of eight bytes that Docker puts before each frame of the output.
    return logged.toString('utf8').replace(/^[^{\n]*(?=\{)/gm, '');
  }

  async #metric(name: ProgramName, replica: number, metric: string): Promise<number | undefined> {
    const url = `http://${await this.#addressOf(name, replica)}:${opsPort}/metrics`;
    const page = await fetch(url, { signal: AbortSignal.timeout(2_000) })
      .then((answer) => answer.text())
      .catch(() => '');
    const value = new RegExp(`^${metric}(?:\\{.*\\})? (\\S+)`, 'm').exec(page)?.[1];
    return value === undefined ? undefined : Number(value);
  }

  #container(name: ContainerName, replica: number) {
    return this.#engine.getContainer(containerName(this.#run, name, replica));
  }

  async #addressOf(name: ContainerName, replica = 1): Promise<string> {
    return this.#addresses.get(`${name} ${replica}`) ?? (await this.#refresh(name, replica));
  }

  async #refresh(name: ContainerName, replica = 1): Promise<string> {
    const { NetworkSettings } = await this.#container(name, replica).inspect();
    const address = Object.values(NetworkSettings.Networks).find(({ IPAddress }) => IPAddress)?.IPAddress;
    if (!address) throw new Error(`${name} ${replica} is on no network.`);
    this.#addresses.set(`${name} ${replica}`, address);
    return address;
  }
}

const databaseAt = (address: string): string =>
  `postgres://parley_admin:${settings.PARLEY_DATABASE_ADMIN_PASSWORD}@${address}:5432/parley`;

async function answers(url: string, ...statuses: number[]): Promise<boolean> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined);
  await answer?.body?.cancel();
  return answer !== undefined && (statuses.length === 0 ? [200] : statuses).includes(answer.status);
}

/** Returns whether a process reports that it takes requests, and that each of its services is ready. */
async function areAllReady(url: string): Promise<boolean> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined);
  const text = (await answer?.text().catch(() => undefined)) ?? '';
  return answer?.status === 200 && !text.includes('"ready":false');
}

/** Returns whether a mail server greets a client (RFC 5321, 3.1). */
function greets(host: string, port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = connect({ host, port, timeout: 2_000 });
  socket.once('data', (greeting) => resolve(greeting.toString().startsWith('220 ')));
  for (const event of ['error', 'timeout', 'close']) socket.once(event, () => resolve(false));
  return promise.finally(() => socket.destroy());
}

/**
 * Starts a deployment with an organization. The servers start together, the services one by one: many starting services
 * overload a machine of two cores.
 */
export async function deploy(
  run: Run,
  {
    version = 'current',
    layout = layoutOf(version),
    createDatabase = () => createContainer(run, 'postgresql', 1, version),
  }: { version?: Version; layout?: Layout; createDatabase?: () => Promise<void> } = {},
): Promise<Deployment> {
  const others = serverNames.filter((name) => name !== 'postgresql');
  await Promise.all([createDatabase(), ...others.map((name) => createContainer(run, name, 1, version))]);
  await createContainer(run, 'edge', 1, version);
  const deployment = await Deployment.of(run, layout);
  for (const name of serverNames) await deployment.ready(name);
  await migrate(run, version);
  if (version === 'current') await deployment.keepEmpty();
  for (const replica of [1, 2])
    for (const name of programsOf(layout)) await createContainer(run, name, replica, version);
  await deployment.allReady(180_000);
  await deployment.found(version);
  return deployment;
}
