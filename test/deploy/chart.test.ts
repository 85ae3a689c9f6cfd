import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import {
  chartDir,
  chartHash,
  examples,
  findHelm,
  oldestKubernetes,
  readFixture,
  refusal,
  render,
} from './chart.ts';
import { envReadBy, serviceNames } from './known-env.ts';
import { type Manifest, schemaProblems } from './schemas.ts';

// Tests that need helm run where it is installed. Elsewhere the tests check that the stored manifests are current.
const helm = findHelm();
if (!helm) {
  console.warn('NO HELM HERE: the chart is not rendered; its kept manifests are checked instead.');
}

const manifestsOf = (text: string): Manifest[] =>
  parseAllDocuments(text).flatMap((document) => {
    const manifest = document.toJS() as Manifest | null;
    return manifest ? [manifest] : [];
  });

/** Kubernetes version (1.x) that enables a field by default. All other fields are older than any supported version. */
const fieldsSince: Readonly<Record<string, number>> = {
  matchLabelKeys: 27,
  unhealthyPodEvictionPolicy: 27,
  sleep: 30,
  trafficDistribution: 31,
};

/** Names of all fields in a manifest, at any depth. */
const fieldsOf = (value: unknown): string[] =>
  value !== null && typeof value === 'object'
    ? Object.entries(value).flatMap(([name, inner]) => [name, ...fieldsOf(inner)])
    : [];

type Rule = { ports: { port: string | number }[] };

/** Returns the ports that a program connects to, by variable. No program connects to Parley's public address. */
const portsNamed = (env: readonly { name: string; value?: string }[]): [string, number][] => {
  const ofScheme: Readonly<Record<string, number>> = { http: 80, https: 443, tcp: 3310 };
  return env
    .filter(({ name }) => name !== 'PARLEY_PUBLIC_URL')
    .flatMap(({ name, value = '' }) =>
      [...value.matchAll(/([a-z]+):\/\/(?:[^,\s/]*@|\/)?[^,\s/:@]+(?::(\d+))?/g)].map(
        ([, scheme, port]): [string, number] => [name, Number(port ?? ofScheme[scheme!])],
      ),
    );
};

/** Values that every installation must set. */
const required = [
  'publicUrl=https://chat.example.com',
  'postgresql.host=db',
  'nats.url=nats://nats:4222',
  'objects.endpoint=https://s3.example.com',
  'ingress.host=chat.example.com',
];

describe.each(examples)('with the values of %s', (example) => {
  const fixture = readFixture(example);
  const manifests = manifestsOf(fixture.manifests);
  const of = (kind: string) => manifests.filter((manifest) => manifest.kind === kind);
  const named = (kind: string, service: string) =>
    of(kind).find(({ metadata }) => metadata.name === `parley-${service}`);

  it('has stored manifests that equal what the chart renders now (node test/deploy/render.ts)', () => {
    expect(fixture.hash).toBe(chartHash());
    if (helm) expect(render(helm, example)).toBe(fixture.manifests);
  });

  it('conforms to the schemas of Kubernetes', () => {
    expect(manifests.length).toBeGreaterThan(20);
    expect(schemaProblems(manifests)).toEqual([]);
  });

  it('uses only fields that the oldest supported Kubernetes has', () => {
    const used = [...new Set(manifests.flatMap(fieldsOf))].filter((field) => field in fieldsSince);
    expect(used.toSorted()).toEqual(['matchLabelKeys', 'sleep', 'unhealthyPodEvictionPolicy']);
    const minor = Number(oldestKubernetes.split('.')[1]);
    expect(used.filter((field) => fieldsSince[field]! > minor)).toEqual([]);
  });

  it('allows every service to connect to the addresses in its variables', () => {
    const ports: Readonly<Record<string, number>> = { grpc: 9000 };
    for (const service of serviceNames) {
      const addressed = portsNamed(named('Deployment', service)!.spec.template.spec.containers[0].env);
      expect(addressed.length).toBeGreaterThan(0);
      const open: number[] = named('NetworkPolicy', service)!.spec.egress.flatMap((rule: Rule) =>
        rule.ports.map(({ port }) => ports[port] ?? port),
      );
      expect([service, addressed.filter(([, port]) => !open.includes(port))]).toEqual([service, []]);
      // DNS is the only other open port, except for the web ports of `upload`, which requests pictures of other hosts, and
      // of `notify`, which requests push services.
      const web = service === 'upload' ? [80, 443] : service === 'notify' ? [443] : [];
      const needed = [53, ...web, ...addressed.map(([, port]) => port)];
      expect([service, open.filter((port) => !needed.includes(port))]).toEqual([service, []]);
    }
  });

  it.each(['upload', 'notify'])('opens the web to %s outside of private networks only', (service) => {
    const [v4, v6] = named('NetworkPolicy', service)!.spec.egress.find((rule: Rule) =>
      rule.ports.some(({ port }) => port === (service === 'upload' ? 80 : 443)),
    ).to;
    expect(v4.ipBlock.except).toEqual(
      expect.arrayContaining(['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16']),
    );
    expect(v6.ipBlock.cidr).toBe('2000::/3');
  });

  it.each(serviceNames)('gives %s all required settings', (service) => {
    const deployment = named('Deployment', service);
    const pod = deployment?.spec.template.spec;
    const container = pod?.containers[0];
    expect(deployment?.spec.strategy.rollingUpdate).toEqual({ maxSurge: 1, maxUnavailable: 0 });
    expect(pod.securityContext).toMatchObject({
      runAsNonRoot: true,
      seccompProfile: { type: 'RuntimeDefault' },
    });
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    expect(Object.keys(container)).toEqual(
      expect.arrayContaining(['startupProbe', 'livenessProbe', 'readinessProbe', 'lifecycle', 'resources']),
    );
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(
      container.lifecycle.preStop.sleep.seconds + 10,
    );
    expect(pod.topologySpreadConstraints.length).toBeGreaterThan(0);
    expect(named('PodDisruptionBudget', service)).toBeDefined();
    expect(named('NetworkPolicy', service)).toBeDefined();
    const { clusterIP } = named('Service', service)!.spec;
    expect(clusterIP).toBe(service === 'gateway' ? undefined : 'None');
    expect(named('ServiceMonitor', service) !== undefined).toBe(example === 'production');
    expect(named('HorizontalPodAutoscaler', service) !== undefined).toBe(
      example === 'production' && service !== 'relay',
    );
  });

  it('sets only variables that the programs read, and no secret in the clear', () => {
    const programs = [...of('Deployment'), ...of('Job'), ...of('Pod')];
    expect(programs).toHaveLength(serviceNames.length + 2);
    for (const { metadata, spec } of programs) {
      const program = metadata.name.replace('parley-', '');
      const { env } = (spec.template?.spec ?? spec).containers[0];
      const known = envReadBy(program);
      // Parts of URLs, which Kubernetes inserts, and variables that all programs get.
      const alike =
        /^(PARLEY_(NATS_(USER|PASSWORD|REPLICAS|PREFIX)|ENV|PUBLIC_URL|LOG_LEVEL|.*DATABASE_(ADMIN_)?PASSWORD)|NODE_EXTRA_CA_CERTS)$/;
      const names: string[] = env.map(({ name }: { name: string }) => name);
      expect(names.filter((name) => !known.has(name) && !alike.test(name))).toEqual([]);
      for (const { name, value } of env as { name: string; value?: string }[]) {
        if (/SECRET|PASSWORD/.test(name)) expect(value).toBeUndefined();
      }
    }
  });

  it('allows only its callers to reach each service', () => {
    const addresses = (service: string): string[] =>
      named('Deployment', service)!.spec.template.spec.containers[0].env.flatMap(
        ({ name, value }: { name: string; value: string }) =>
          name.endsWith('_ADDRESSES') ? [/parley-([a-z-]+)\./.exec(value)![1]] : [],
      );
    for (const service of serviceNames) {
      const callers = serviceNames.filter((other) => addresses(other).includes(service));
      const rule = named('NetworkPolicy', service)!.spec.ingress.find(
        ({ ports }: { ports: { port: string }[] }) => ports[0]!.port === 'grpc',
      );
      const admitted = (rule?.from ?? []).map(
        (peer: { podSelector: { matchLabels: Record<string, string> } }) =>
          peer.podSelector.matchLabels['app.kubernetes.io/component'],
      );
      expect([service, admitted.sort()]).toEqual([service, [...callers].sort()]);
    }
  });
});

it('encrypts calls between services with files that are mounted, where certificates are given', () => {
  const folder = '/etc/parley/rpc-tls';
  const deployments = manifestsOf(readFixture('production').manifests).filter(
    ({ kind }) => kind === 'Deployment',
  );
  expect(deployments).toHaveLength(serviceNames.length);
  for (const { spec } of deployments) {
    const pod = spec.template.spec;
    const [container] = pod.containers;
    expect(container.volumeMounts).toContainEqual({ name: 'rpc-tls', mountPath: folder, readOnly: true });
    expect(pod.volumes).toContainEqual({ name: 'rpc-tls', secret: { secretName: 'parley-rpc' } });
    // The process is not root, so the files must belong to its group.
    expect(pod.securityContext.fsGroup).toBe(pod.securityContext.runAsGroup);
    type Variable = { name: string; value?: string };
    const env = new Map(container.env.map(({ name, value }: Variable) => [name, value]));
    const files = ['CA', 'CERT', 'KEY'].map((file) => env.get(`PARLEY_RPC_TLS_${file}_FILE`));
    // The keys of a Secret as cert-manager creates it.
    expect(files).toEqual(['ca.crt', 'tls.crt', 'tls.key'].map((key) => `${folder}/${key}`));
    // Kubernetes has no client certificate, so probes use the port without TLS.
    for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe'])
      expect(container[probe].httpGet.port).toBe('ops');
  }
  expect(readFixture('small').manifests).not.toMatch(/RPC_TLS|rpc-tls/);
});

it('finds a field that does not exist, and a value of the wrong type', () => {
  const good = manifestsOf(readFixture('small').manifests).find(({ kind }) => kind === 'Deployment')!;
  const misspelt = structuredClone(good);
  misspelt.spec.template.spec.containers[0].readynessProbe = {};
  const mistyped = structuredClone(good);
  mistyped.spec.strategy = 7;
  expect(schemaProblems([misspelt]).join()).toContain('readynessProbe');
  expect(schemaProblems([mistyped]).join()).toContain('strategy');
});

describe('values', () => {
  const schema = JSON.parse(readFileSync(join(chartDir, 'values.schema.json'), 'utf8'));
  const validate = new Ajv({ allErrors: true, allowUnionTypes: true }).compile(schema);
  const defaults = () => parse(readFileSync(join(chartDir, 'values.yaml'), 'utf8'));
  const complete = () => ({
    ...defaults(),
    publicUrl: 'https://chat.example.com',
    postgresql: { ...defaults().postgresql, host: 'db' },
    nats: { ...defaults().nats, url: 'nats://nats:4222' },
    objects: { ...defaults().objects, endpoint: 'https://s3.example.com' },
  });

  it('have defaults that the schema accepts once the five required ones are given', () => {
    expect([validate(complete()), validate.errors]).toEqual([true, null]);
    expect(validate(defaults())).toBe(false);
    if (helm) expect(refusal(helm, ['publicUrl=https://chat.example.com'])).toContain('/postgresql/host');
  });

  it.each([
    ['a trailing slash', { publicUrl: 'https://chat.example.com/' }],
    ['an unknown name', { replicaCount: 2 }],
    ['unencrypted credentials', { nats: { url: 'nats://me:secret@nats:4222' } }],
    ['two copies of the log', { nats: { url: 'nats://nats:4222', replicas: 2 } }],
    ['too little time to drain', { defaults: { terminationGracePeriodSeconds: 5 } }],
    [
      'a collector that the network policy does not allow',
      { defaults: { env: { PARLEY_OTLP_URL: 'http://c:4318' } } },
    ],
    ['a scanner without a scheme', { scan: { clamd: 'clamd:3310' } }],
    ['an unknown service', { services: { ...defaults().services, mail: { needs: [] } } }],
  ])('are refused: %s', (_, change) => expect(validate({ ...complete(), ...change })).toBe(false));
});

it('opens the ports of addresses: the given ones, else those of their scheme', () => {
  const env = (value: string) => portsNamed([{ name: 'PARLEY_X', value }]).map(([, port]) => port);
  expect(env('nats://$(USER):$(PASSWORD)@a:4222,nats://b:4223')).toEqual([4222, 4223]);
  expect(env('postgres://parley:$(PASSWORD)@db:5432/parley?sslmode=require')).toEqual([5432]);
  expect(env('dns:///parley-channel.chat.svc:9000')).toEqual([9000]);
  expect(env('https://s3.example.com')).toEqual([443]);
  expect(env('10.0.0.0/8,fc00::/7')).toEqual([]);
});

it.runIf(helm)('opens the default port of a collector and a scanner without a port', () => {
  const text = render(helm!, 'small', [
    'tracing.url=https://traces.example.com/otlp',
    'scan.clamd=tcp://clamd',
  ]);
  const egress = (service: string) =>
    JSON.stringify(
      manifestsOf(text).find(
        ({ kind, metadata }) => kind === 'NetworkPolicy' && metadata.name === `parley-${service}`,
      )!.spec.egress,
    );
  expect(egress('gateway')).toContain('"port":443');
  expect(egress('upload')).toContain('"port":3310');
  expect(egress('gateway')).not.toContain('"port":3310');
});

it.runIf(helm)('opens the ports of private push services, and names them to notify', () => {
  const allowed = 'a.example:8443\\,b.example:9443';
  const manifests = manifestsOf(render(helm!, 'small', [`pushAllowedHosts=${allowed}`]));
  const find = (kind: string) =>
    manifests.find((each) => each.kind === kind && each.metadata.name === 'parley-notify')!.spec;
  const ports = find('NetworkPolicy').egress.flatMap((rule: Rule) => rule.ports.map(({ port }) => port));
  expect(ports).toEqual(expect.arrayContaining([443, 8443, 9443]));
  const { env } = find('Deployment').template.spec.containers[0];
  const value = 'a.example:8443,b.example:9443';
  expect(env).toContainEqual({ name: 'PARLEY_PUSH_ALLOWED_HOSTS', value });
});

it.runIf(helm)('is refused by an older Kubernetes', () => {
  expect(refusal(helm!, required)).toBeUndefined();
  expect(refusal(helm!, required, { kubernetes: '1.29.9' })).toContain('incompatible with Kubernetes');
});

it('never gives two services the same name: a release name that is too long is refused', () => {
  // Names that are cut off could be equal.
  expect(readFileSync(join(chartDir, 'templates/_helpers.tpl'), 'utf8')).not.toMatch(/\btrunc\b/);
  if (!helm) return;
  expect(refusal(helm, required, { release: 'r'.repeat(51) })).toBeUndefined();
  expect(refusal(helm, required, { release: 'r'.repeat(52) })).toContain(
    'the name of the release is too long',
  );
});

it('has an example for CloudNativePG that conforms to its schema and to the doctor’s checks', () => {
  const [cluster] = manifestsOf(readFileSync(join(chartDir, 'examples/cloudnative-pg.yaml'), 'utf8'));
  expect(schemaProblems([cluster!])).toEqual([]);
  expect(cluster!.spec.postgresql.parameters).toMatchObject({ wal_level: 'logical' });
  expect(cluster!.spec.postgresql.parameters.max_slot_wal_keep_size).toMatch(/^\d+GB$/);
  const nats = parse(
    readFileSync(join(chartDir, 'examples/nats-values.yaml'), 'utf8')
      .replace('<<', '"<<')
      .replace('>>', '>>"'),
  );
  expect(nats.config.jetstream.merge.sync_interval).toBe('always');
});
