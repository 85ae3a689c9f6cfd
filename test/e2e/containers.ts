import { envNameOf, type ServiceName, serviceNames } from '@parley/core';
import { GenericContainer, getContainerRuntimeClient, Wait } from 'testcontainers';
import { type ComposeService, readCompose, readNetworks } from './compose.ts';
import { readReleasedCompose } from './released.ts';
import { settings } from './settings.ts';

/** Servers beside the services. The compose file has all of them but the mail server. */
export const serverNames = ['nats', 'postgresql', 'objects', 'mail'] as const;
/** The container of all services, or that of one. */
export type ProgramName = ServiceName | 'parley';
export type ContainerName = ProgramName | (typeof serverNames)[number] | 'edge';

/**
 * How the services are divided among containers. `combined` is that of the compose file: all of them are in each container. `separate` is
 * that of the chart, and of the compose file of release 0.1.0: each service has containers of its own.
 */
export type Layout = 'combined' | 'separate';

/** Prefix of the names of a run's containers and networks. */
export type Run = string;

/** The image of the mail server, which `images.ts` builds. */
export const mailImage = `${settings.PARLEY_IMAGES}/mail-server:${settings.PARLEY_TAG}`;

const runLabel = 'org.parley.e2e.run';
const pidLabel = 'org.parley.e2e.pid';
const compose = readCompose(settings);
/** The networks of the compose file, and whether each leads nowhere else. */
const networks = readNetworks();

/** The version of a service: that of the current sources, or the last release. */
export type Version = 'current' | 'released';

const isService = (name: string): name is ServiceName => (serviceNames as readonly string[]).includes(name);

/** Returns the number of replicas. Each program has two, so that one remains when the other fails. */
export const replicasOf = (name: ContainerName): number => (name === 'parley' || isService(name) ? 2 : 1);

/** Returns the layout of the compose file of a version. */
export const layoutOf = (version: Version): Layout =>
  version === 'current' || readReleasedCompose().has('parley') ? 'combined' : 'separate';

/** Returns the containers of a layout that run services. */
export const programsOf = (layout: Layout): readonly ProgramName[] =>
  layout === 'combined' ? ['parley'] : serviceNames;

/** Returns the container that runs a service. */
export const programOf = (service: ServiceName, layout: Layout): ProgramName =>
  layout === 'combined' ? 'parley' : service;

/** The name of a container, replicas counted from 1. */
export const containerName = (run: Run, name: string, replica: number): string => `${run}-${name}-${replica}`;

/** The name of a network of the compose file in a run. */
const networkName = (run: Run, network: string): string => `${run}-${network}`;

/** Creates a name for a run, and its networks. */
export async function beginRun(): Promise<Run> {
  await removeAbandoned();
  const run = `parley-e2e-${process.pid}-${Date.now().toString(36)}`;
  const { container } = await getContainerRuntimeClient();
  for (const [name, Internal] of networks)
    await container.dockerode.createNetwork({
      Name: networkName(run, name),
      Internal,
      Labels: labelsOf(run),
    });
  return run;
}

/**
 * Starts a container as the compose file of a version describes it. It does not wait until the container is ready.
 */
export async function createContainer(
  run: Run,
  name: ContainerName,
  replica = 1,
  version: Version = 'current',
): Promise<void> {
  await createFrom(run, name, serviceOf(name, version), replica);
}

/** Starts a container of a run. Other containers reach it by its name. */
export async function createFrom(
  run: Run,
  name: string,
  service: ComposeService,
  replica = 1,
): Promise<void> {
  await new Composed(service, run, name)
    .withName(containerName(run, name, replica))
    .withEnvironment(await environmentIn(run, service))
    .withBindMounts(service.files.map((file) => ({ ...file, mode: 'ro' as const })))
    .start();
}

/** Returns a container's settings, with the addresses of the run's own network: several runs may be on a machine. */
async function environmentIn(run: Run, { environment }: ComposeService): Promise<Record<string, string>> {
  if (environment.PARLEY_GATEWAY_EDGE_NETWORKS === undefined) return environment;
  const { dockerode } = (await getContainerRuntimeClient()).container;
  const { IPAM } = await dockerode.getNetwork(networkName(run, 'edge')).inspect();
  const subnet = IPAM?.Config?.[0]?.Subnet;
  if (subnet === undefined) throw new Error('The network of the load balancer has no addresses.');
  return { ...environment, PARLEY_GATEWAY_EDGE_NETWORKS: subnet };
}

/** Runs the migrations to their end. @throws when they fail */
export async function migrate(run: Run, version: Version = 'current'): Promise<void> {
  const service = serviceOf('migrate', version);
  const container = await new Composed(service, run, 'migrate')
    .withEnvironment(service.environment)
    .withWaitStrategy(Wait.forOneShotStartup())
    .start();
  await container.stop({ remove: true });
}

/** Removes a run's containers and network. */
export async function endRun(run: Run): Promise<void> {
  await removeLabelled(`${runLabel}=${run}`);
}

/** Removes leftovers of killed runs on this machine. */
async function removeAbandoned(): Promise<void> {
  const { container } = await getContainerRuntimeClient();
  const found = await container.dockerode.listNetworks({ filters: { label: [pidLabel] } });
  for (const { Labels: labels } of found) {
    if (!isAlive(Number(labels?.[pidLabel]))) await endRun(labels![runLabel]!);
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function removeLabelled(label: string): Promise<void> {
  const { dockerode } = (await getContainerRuntimeClient()).container;
  const filters = { label: [label] };
  const containers = await dockerode.listContainers({ all: true, filters });
  for (const { Id } of containers) await dockerode.getContainer(Id).remove({ force: true, v: true });
  for (const { Id, Name } of await dockerode.listNetworks({ filters })) {
    // An engine that miscounts a network's endpoints keeps the network until the engine restarts.
    await dockerode
      .getNetwork(Id)
      .remove()
      .catch((error: Error) => {
        process.stderr.write(`The network ${Name} stays: ${error.message}\n`);
      });
  }
}

/** A container with the rights and the network names that the compose file gives it. */
class Composed extends GenericContainer {
  /** The other networks, with the names of the container in each. */
  readonly #others: readonly Endpoint[];

  constructor(service: ComposeService, run: Run, alias: string) {
    super(service.image);
    const [first, ...others] = endpointsOf(run, alias, service);
    this.#others = others;
    this.withNetworkMode(first!.network)
      .withLabels(labelsOf(run))
      .withTmpFs(Object.fromEntries(service.tmpfs.map((path) => [path, ''])))
      .withDroppedCapabilities(...service.capDrop)
      .withSecurityOpt(...service.securityOpt)
      .withDefaultLogDriver()
      // No port is published or awaited, because the caller checks whether the container is ready.
      .withWaitStrategy(Wait.forListeningPorts());
    if (service.entrypoint.length > 0) this.withEntrypoint(service.entrypoint);
    if (service.command.length > 0) this.withCommand(service.command);
    if (service.user !== undefined) this.withUser(service.user);
    if (service.memoryBytes !== undefined) this.hostConfig.Memory = service.memoryBytes;
    if (service.shmBytes !== undefined) this.withSharedMemorySize(service.shmBytes);
    this.hostConfig.ReadonlyRootfs = service.isReadOnly;
    this.createOpts.Volumes = Object.fromEntries(service.volumes.map((path) => [path, {}]));
    this.createOpts.NetworkingConfig = { EndpointsConfig: { [first!.network]: { Aliases: first!.aliases } } };
  }

  /** Older engines create a container with one network only, so it gets the others before it starts. */
  protected override async containerCreated(id: string): Promise<void> {
    const { dockerode } = (await getContainerRuntimeClient()).container;
    for (const { network, aliases } of this.#others)
      await dockerode.getNetwork(network).connect({ Container: id, EndpointConfig: { Aliases: aliases } });
  }
}

/** A network of a run, and the names of a container in it. */
export type Endpoint = { network: string; aliases: string[] };

/** Returns the networks of a container, with its own name and those that the compose file adds. */
export const endpointsOf = (run: Run, name: string, { networks }: ComposeService): Endpoint[] =>
  Object.entries(networks).map(([network, more]) => ({
    network: networkName(run, network),
    aliases: [name, ...more],
  }));

const labelsOf = (run: Run) => ({ [runLabel]: run, [pidLabel]: String(process.pid) });

/** The organization's mail server. Postfix starts as root and runs its parts as other users. */
const mailServer: ComposeService = {
  image: mailImage,
  target: undefined,
  entrypoint: [],
  command: [],
  environment: {},
  // The load balancer takes mail for Parley at the address that it has for clients.
  networks: { inside: [], outside: [] },
  user: undefined,
  isReadOnly: false,
  tmpfs: [],
  capDrop: [],
  securityOpt: [],
  shmBytes: undefined,
  memoryBytes: undefined,
  volumes: [],
  files: [],
};

/** Returns how the compose file of a version describes a container. */
export function serviceOf(name: string, version: Version): ComposeService {
  const services = version === 'current' ? compose : readReleasedCompose();
  const isApart = isService(name) && !services.has(name);
  const service = name === 'mail' ? mailServer : isApart ? apart(name, services) : services.get(name);
  if (!service) throw new Error(`The compose file has no ${name}.`);
  return service;
}

/** Connections of each container to PostgreSQL in the separate layout. */
const connectionsApart = 10;

/** Returns a container of a single service, as the chart runs it, made from the one of all services in the compose file. */
function apart(name: ServiceName, services: ReadonlyMap<string, ComposeService>): ComposeService {
  const all = services.get('parley')!;
  const others = serviceNames.filter((service) => service !== 'gateway' && service !== 'relay');
  const networks = Object.keys(all.networks).filter((network) => network !== 'edge' || name === 'gateway');
  return {
    ...all,
    networks: Object.fromEntries(networks.map((network) => [network, []])),
    environment: {
      ...all.environment,
      ...Object.fromEntries(
        others.map((service) => [`PARLEY_${envNameOf(service)}_ADDRESSES`, `dns:///${service}:9000`]),
      ),
      PARLEY_SERVICES: name,
      [`PARLEY_${envNameOf(name)}_RPC_HOST`]: '::',
      [`PARLEY_${envNameOf(name)}_RPC_PORT`]: '9000',
      PARLEY_PROCESS_DATABASE_CONNECTIONS: String(connectionsApart),
    },
  };
}
