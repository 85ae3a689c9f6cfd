import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isNetwork } from '@parley/core';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { chartDir, examples, findHelm, readFixture, refusal } from './chart.ts';
import { repository } from './known-env.ts';
import { manifestsOf } from './schemas.ts';

// Walks all containers of the compose file, of the chart and of the stores for a trial: what each may do, and which others it can
// reach. A new container without limits, or in a network of strangers, fails here.

type Composed = {
  image: string;
  command?: string[];
  entrypoint?: string[];
  environment: Record<string, string>;
  /** Names of networks, or what the container is called in each besides its own name. */
  networks: string[] | Record<string, { aliases?: string[] } | null>;
  ports?: string[];
  read_only?: boolean;
  cap_drop?: string[];
  cap_add?: string[];
  security_opt?: string[];
  privileged?: boolean;
  mem_limit?: string;
  pids_limit?: number;
};

const composeText = readFileSync(join(repository, 'deploy/compose/compose.yaml'), 'utf8');
const compose = parse(composeText, { merge: true }) as {
  services: Record<string, Composed>;
  networks: Record<string, { internal?: boolean; ipam?: { config: { subnet: string }[] } }>;
};
const containers = Object.entries(compose.services);
const networksOf = (name: string): string[] => {
  const { networks } = compose.services[name]!;
  return Array.isArray(networks) ? networks : Object.keys(networks);
};
const membersOf = (network: string): string[] =>
  containers.map(([name]) => name).filter((name) => networksOf(name).includes(network));
/** Returns the names under which others find a container in a network. */
const namesIn = (network: string, name: string): string[] => {
  const { networks } = compose.services[name]!;
  return [name, ...((!Array.isArray(networks) && networks[network]?.aliases) || [])];
};

/** Returns the containers of which a name stands as a host in an address of a container's settings. */
function calledBy(name: string): string[] {
  const settings = Object.values(compose.services[name]!.environment ?? {}).join('\n');
  return containers
    .map(([other]) => other)
    .filter((other) => other !== name)
    .filter((other) =>
      networksOf(other)
        .flatMap((network) => namesIn(network, other))
        .some((called) => new RegExp(`(//|@)/?${called}:\\d`).test(settings)),
    );
}

const stores = ['postgresql', 'nats', 'objects'];

describe('the compose file', () => {
  it.each(containers)('limits %s', (name, container) => {
    expect(container).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      mem_limit: expect.stringMatching(/^\$\{PARLEY_[A-Z]+_MEMORY:-\d+g\}$/),
      pids_limit: expect.any(Number),
    });
    expect([container.privileged, container.cap_add]).toEqual([undefined, undefined]);
    expect(networksOf(name).length).toBeGreaterThan(0);
  });

  it.each(stores)('puts %s into a network that leads nowhere, with its callers only', (store) => {
    const [network, ...more] = networksOf(store);
    expect(more).toEqual([]);
    expect(compose.networks[network!]).toEqual({ internal: true });
    const callers = containers.map(([name]) => name).filter((name) => calledBy(name).includes(store));
    expect(callers.length).toBeGreaterThan(0);
    expect(membersOf(network!).toSorted()).toEqual([store, ...callers].toSorted());
    expect(compose.services[store]!.ports).toBeUndefined();
  });

  it('lets every program reach what its settings name', () => {
    for (const [name] of containers) {
      const unreachable = calledBy(name).filter(
        (other) => !networksOf(other).some((network) => networksOf(name).includes(network)),
      );
      expect([name, unreachable]).toEqual([name, []]);
    }
    expect(calledBy('parley')).toEqual(['postgresql', 'nats', 'objects']);
  });

  it('lets replicas, the load balancer and an earlier release find each other by the names of services', () => {
    const { environment } = compose.services.parley!;
    const [, host] = /^dns:\/\/\/([\w-]+):9000$/.exec(environment.PARLEY_EVENT_QUEUE_ADDRESSES!)!;
    // One name for the replicas of event-queue in all containers: otherwise gateways would read a queue at different ones.
    expect([host, namesIn('inside', 'parley')]).toEqual([
      'event-queue',
      expect.arrayContaining(['event-queue']),
    ]);
    const config = readFileSync(join(repository, 'deploy/compose/haproxy.cfg'), 'utf8');
    const balanced = [...config.matchAll(/^ {2}server-template \S+ \d+ ([\w-]+):\d+$/gm)].map(
      ([, name]) => name!,
    );
    expect(balanced.length).toBeGreaterThan(0);
    for (const name of balanced) {
      expect(namesIn('edge', 'parley')).toContain(name);
      // The load balancer of an earlier release shares this network with gateways.
      expect(namesIn('inside', 'parley')).toContain(name);
    }
  });

  it('lets only the load balancer reach gateways from outside, and nothing else it reaches', () => {
    expect(networksOf('edge')).toEqual(['outside', 'edge']);
    expect(membersOf('outside')).toEqual(['edge']);
    expect(membersOf('edge').toSorted()).toEqual(['edge', 'parley']);
    expect(compose.networks.edge!.internal).toBe(true);
    expect(containers.filter(([, { ports }]) => ports).map(([name]) => name)).toEqual(['edge']);
  });

  it('makes gateways believe the load balancer’s network and the named proxies, and nobody else', () => {
    const { environment } = compose.services.parley!;
    const [{ subnet }] = compose.networks.edge!.ipam!.config as [{ subnet: string }];
    expect(environment.PARLEY_GATEWAY_EDGE_NETWORKS).toBe(subnet);
    // A variable that must be given, and may be empty.
    expect(environment.PARLEY_GATEWAY_TRUSTED_PROXIES).toMatch(/^\$\{PARLEY_OUTER_PROXIES\?[^}]+\}$/);
    expect(compose.services.edge!.environment.PARLEY_OUTER_PROXIES).toMatch(/^\$\{PARLEY_OUTER_PROXIES\}$/);
    const example = readFileSync(join(repository, 'deploy/compose/.env.example'), 'utf8');
    expect(example).toMatch(/^PARLEY_OUTER_PROXIES=$/m);
    const [network] = /(?<=:-)[^}]+/.exec(subnet)!;
    expect([isNetwork(network), Number(network.split('/')[1])]).toEqual([true, 26]);
  });

  it('gives the store of files the keys of the process, which it checks', () => {
    const { environment: store, entrypoint, command } = compose.services.objects!;
    const { environment: upload } = compose.services.parley!;
    const required = /^\$\{(\w+):\?[^}]+\}$/;
    const [, id] = required.exec(store.PARLEY_OBJECTS_KEY_ID!)!;
    const [, secret] = required.exec(store.PARLEY_OBJECTS_SECRET_KEY!)!;
    expect(upload.PARLEY_UPLOAD_S3_ACCESS_KEY_ID).toBe(`\${${id}}`);
    expect(upload.PARLEY_UPLOAD_S3_SECRET_ACCESS_KEY).toBe(`\${${secret}}`);
    expect(command).toContain('-s3.config=/tmp/s3.json');
    const script = entrypoint!.join('\n').replaceAll('$$', '$');
    expect(identitiesIn(script)).toEqual([['$PARLEY_OBJECTS_KEY_ID', '$PARLEY_OBJECTS_SECRET_KEY']]);
  });
});

/** Returns the pairs of keys in the configuration of SeaweedFS that a script writes. */
function identitiesIn(script: string): [string, string][] {
  const [, json] = /<<END\n([\s\S]*?)\n\s*END\n/.exec(script)!;
  type Identity = { credentials: { accessKey: string; secretKey: string }[] };
  const { identities } = JSON.parse(json!) as { identities: Identity[] };
  return identities.flatMap(({ credentials }) =>
    credentials.map(({ accessKey, secretKey }): [string, string] => [accessKey, secretKey]),
  );
}

type Pod = {
  securityContext: object;
  automountServiceAccountToken?: boolean;
  containers: { name: string; image: string; securityContext: object; resources: object }[];
};
type Peer = {
  namespaceSelector?: { matchLabels?: object; matchExpressions?: object[] };
  podSelector?: object;
  ipBlock?: object;
};
type Policy = {
  podSelector: { matchLabels: Record<string, string> };
  policyTypes: string[];
  ingress: { from?: Peer[]; ports: { port: string | number }[] }[];
};

const trialStores = manifestsOf(readFileSync(join(chartDir, 'examples/trial-stores.yaml'), 'utf8'));
const installations = [
  ...examples.map(
    (example) =>
      [`the chart with the values of ${example}`, manifestsOf(readFixture(example).manifests)] as const,
  ),
  ['the stores for a trial', trialStores] as const,
];

describe.each(installations)('%s', (_, manifests) => {
  const pods = manifests.flatMap(({ kind, metadata, spec }): [name: string, labels: object, pod: Pod][] => {
    if (kind === 'Pod') return [[metadata.name, (metadata as { labels?: object }).labels ?? {}, spec]];
    const isOfPods = ['Deployment', 'StatefulSet', 'Job', 'DaemonSet', 'CronJob'].includes(kind);
    return isOfPods ? [[metadata.name, spec.template.metadata.labels, spec.template.spec]] : [];
  });
  const policies = manifests.filter(({ kind }) => kind === 'NetworkPolicy').map(({ spec }) => spec as Policy);

  it('limits every container', () => {
    expect(pods.length).toBeGreaterThanOrEqual(3);
    for (const [name, , pod] of pods) {
      expect([name, pod.securityContext]).toEqual([
        name,
        expect.objectContaining({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } }),
      ]);
      for (const { securityContext, resources } of pod.containers) {
        expect([name, securityContext]).toEqual([
          name,
          { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } },
        ]);
        const limits = {
          requests: { cpu: expect.anything(), memory: expect.anything() },
          limits: { memory: expect.anything() },
        };
        expect([name, resources]).toEqual([name, limits]);
      }
    }
  });

  it('has a network policy for every pod, which names who connects', () => {
    for (const [name, labels] of pods) {
      const own = policies.filter(({ podSelector }) =>
        Object.entries(podSelector.matchLabels).every(
          ([key, value]) => (labels as Record<string, string>)[key] === value,
        ),
      );
      expect([name, own.length]).toEqual([name, 1]);
      expect([name, own[0]!.policyTypes]).toEqual([name, ['Ingress', 'Egress']]);
      for (const { from, ports } of own[0]!.ingress) {
        expect([name, from?.length ?? 0]).not.toEqual([name, 0]);
        expect([name, ports.length]).not.toEqual([name, 0]);
        expect([name, from!.filter((peer) => !namesSomebody(peer))]).toEqual([name, []]);
      }
    }
  });
});

/** Returns whether a peer of a network policy is less than everybody. */
function namesSomebody({ namespaceSelector, podSelector, ipBlock }: Peer): boolean {
  const isNarrow = (selector: object | undefined) =>
    Object.values(selector ?? {}).some((part) => Object.keys(part).length > 0);
  return isNarrow(namespaceSelector) || isNarrow(podSelector) || ipBlock !== undefined;
}

describe('the stores for a trial', () => {
  const programs = manifestsOf(readFixture('trial').manifests).flatMap(({ kind, metadata, spec }) => {
    const isOfPods = kind === 'Deployment' || kind === 'Job';
    const pod: Pod | undefined = kind === 'Pod' ? spec : isOfPods ? spec.template.spec : undefined;
    return pod ? [[metadata.name.replace('parley-', ''), JSON.stringify(pod)] as const] : [];
  });

  type Expression = { key: string; operator: string; values: string[] };
  type Selector = { matchLabels: object; matchExpressions: Expression[] };

  /** Returns the programs that the network policy of a store admits at a port. */
  function callersOf(store: string, port: number): string[] {
    const policy: Policy = trialStores.find(
      ({ kind, metadata }) => kind === 'NetworkPolicy' && metadata.name === store,
    )!.spec;
    const selectors = policy.ingress
      .filter(({ ports }) => ports.some((each) => each.port === port))
      .flatMap(({ from }) => from!.map(({ podSelector }) => podSelector as Selector));
    return programs
      .map(([name]) => name)
      .filter((name) =>
        selectors.some(({ matchLabels, matchExpressions: [expression, ...more] }) => {
          expect(matchLabels).toEqual({ 'app.kubernetes.io/name': 'parley' });
          expect([expression!.key, more]).toEqual(['app.kubernetes.io/component', []]);
          const isListed = expression!.values.includes(name);
          return expression!.operator === 'In' ? isListed : expression!.operator === 'NotIn' && !isListed;
        }),
      )
      .toSorted();
  }

  it('admit the programs of the chart that have their addresses, and nobody else', () => {
    expect(programs.length).toBeGreaterThan(9);
    const named = (address: RegExp) =>
      programs
        .filter(([, pod]) => address.test(pod))
        .map(([name]) => name)
        .toSorted();
    expect(callersOf('postgresql', 5432)).toEqual(named(/@postgresql:5432/));
    expect(callersOf('nats', 4222)).toEqual(named(/@nats:4222/));
    expect(callersOf('nats', 8222)).toEqual(named(/nats:8222/));
    expect(callersOf('objects', 8333)).toEqual(named(/objects:8333/));
  });

  it('check the keys of the Secret', () => {
    const [container] = trialStores.find(
      ({ kind, metadata }) => kind === 'StatefulSet' && metadata.name === 'objects',
    )!.spec.template.spec.containers;
    expect(identitiesIn(container.command.join('\n'))).toEqual([
      ['$PARLEY_OBJECTS_KEY_ID', '$PARLEY_OBJECTS_SECRET_KEY'],
    ]);
    expect(container.args).toContain('-s3.config=/tmp/s3.json');
    const from = (key: string) => ({ secretKeyRef: { name: 'parley', key } });
    expect(container.env).toEqual([
      { name: 'PARLEY_OBJECTS_KEY_ID', valueFrom: from('PARLEY_UPLOAD_S3_ACCESS_KEY_ID') },
      { name: 'PARLEY_OBJECTS_SECRET_KEY', valueFrom: from('PARLEY_UPLOAD_S3_SECRET_ACCESS_KEY') },
    ]);
  });
});

describe('the chart', () => {
  const gateway = manifestsOf(readFixture('small').manifests).find(
    ({ kind, metadata }) => kind === 'NetworkPolicy' && metadata.name === 'parley-gateway',
  )!.spec as Policy;
  const admitted = (port: string) => gateway.ingress.find(({ ports }) => ports[0]!.port === port)!.from;
  const named = (name: string) => [
    { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': name } } },
  ];

  it('admits the namespaces of ingress controllers and of monitoring by name', () => {
    expect(admitted('http')).toEqual(named('ingress-nginx'));
    expect(admitted('ops')).toEqual(named('monitoring'));
  });

  const helm = findHelm();
  it.runIf(helm).each(['ingress', 'monitoring'])('refuses values that admit every namespace: %s', (which) => {
    const required = [
      'publicUrl=https://chat.example.com',
      'postgresql.host=db',
      'nats.url=nats://nats:4222',
      'objects.endpoint=https://s3.example.com',
      'ingress.host=chat.example.com',
      'trustedProxies=10.42.0.0/24',
    ];
    const selector = `networkPolicy.${which}NamespaceSelector`;
    expect(refusal(helm!, required)).toBeUndefined();
    const every = `${selector} must say which namespaces are admitted`;
    expect(refusal(helm!, [...required, `${selector}=null`])).toContain(every);
    expect(refusal(helm!, [...required, `${selector}.matchLabels=null`])).toContain(every);
  });
});
