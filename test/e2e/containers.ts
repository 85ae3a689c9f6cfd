import { type ServiceName, serviceNames } from '@parley/core';
import { GenericContainer, getContainerRuntimeClient, Wait } from 'testcontainers';
import { type ComposeService, readCompose } from './compose.ts';
import { readReleasedCompose } from './released.ts';
import { settings } from './settings.ts';

/** Servers beside the services. The compose file has all of them but the mail server. */
export const serverNames = ['nats', 'postgresql', 'objects', 'mail'] as const;
export type ContainerName = ServiceName | (typeof serverNames)[number] | 'edge';

/** Prefix of the names of a run's containers, and name of its network. */
export type Run = string;

/** The image of the mail server, which `images.ts` builds. */
export const mailImage = `${settings.PARLEY_IMAGES}/mail-server:${settings.PARLEY_TAG}`;

const runLabel = 'org.parley.e2e.run';
const pidLabel = 'org.parley.e2e.pid';
const compose = readCompose(settings);

/** The version of a service: that of the current sources, or the last release. */
export type Version = 'current' | 'released';

const isService = (name: ContainerName): name is ServiceName =>
  (serviceNames as readonly string[]).includes(name);

/** Returns the number of replicas. Each service has two, so that one remains when the other fails. */
export const replicasOf = (name: ContainerName): number => (isService(name) ? 2 : 1);

/** The name of a container, replicas counted from 1. */
export const containerName = (run: Run, name: string, replica: number): string => `${run}-${name}-${replica}`;

/** Creates a name and a network for a run. */
export async function beginRun(): Promise<Run> {
  await removeAbandoned();
  const run = `parley-e2e-${process.pid}-${Date.now().toString(36)}`;
  const { container } = await getContainerRuntimeClient();
  await container.dockerode.createNetwork({ Name: run, Labels: labelsOf(run) });
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
    .withEnvironment(service.environment)
    .withBindMounts(service.files.map((file) => ({ ...file, mode: 'ro' as const })))
    .start();
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

/** A container with the rights and the network name that the compose file gives it. */
class Composed extends GenericContainer {
  constructor(service: ComposeService, run: Run, alias: string) {
    super(service.image);
    this.withNetworkMode(run)
      .withLabels(labelsOf(run))
      .withTmpFs(Object.fromEntries(service.tmpfs.map((path) => [path, ''])))
      .withDroppedCapabilities(...service.capDrop)
      .withSecurityOpt(...service.securityOpt)
      .withDefaultLogDriver()
      // No port is published or awaited, because the caller checks whether the container is ready.
      .withWaitStrategy(Wait.forListeningPorts());
    if (service.command.length > 0) this.withCommand(service.command);
    if (service.shmBytes !== undefined) this.withSharedMemorySize(service.shmBytes);
    this.hostConfig.ReadonlyRootfs = service.isReadOnly;
    this.createOpts.NetworkingConfig = { EndpointsConfig: { [run]: { Aliases: [alias] } } };
  }
}

const labelsOf = (run: Run) => ({ [runLabel]: run, [pidLabel]: String(process.pid) });

/** The organization's mail server. Postfix starts as root and runs its parts as other users. */
const mailServer: ComposeService = {
  image: mailImage,
  command: [],
  environment: {},
  isReadOnly: false,
  tmpfs: [],
  capDrop: [],
  securityOpt: [],
  shmBytes: undefined,
  files: [],
};

/** Returns how the compose file of a version describes a container. */
export function serviceOf(name: string, version: Version): ComposeService {
  const services = version === 'current' ? compose : readReleasedCompose();
  const service = name === 'mail' ? mailServer : services.get(name);
  if (!service) throw new Error(`The compose file has no ${name}.`);
  return service;
}
