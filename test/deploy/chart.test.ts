import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { chartDir, chartHash, examples, findHelm, readFixture, refusal, render } from './chart.ts';
import { envReadBy, serviceNames } from './known-env.ts';
import { type Manifest, schemaProblems } from './schemas.ts';

// What needs helm runs where helm is; everywhere else the kept manifests are checked, and that they are not out of date.
const helm = findHelm();
if (!helm) {
  console.warn('NO HELM HERE: the chart is not rendered; its kept manifests are checked instead.');
}

const manifestsOf = (text: string): Manifest[] =>
  parseAllDocuments(text).flatMap((document) => {
    const manifest = document.toJS() as Manifest | null;
    return manifest ? [manifest] : [];
  });

describe.each(examples)('with the values of %s', (example) => {
  const fixture = readFixture(example);
  const manifests = manifestsOf(fixture.manifests);
  const of = (kind: string) => manifests.filter((manifest) => manifest.kind === kind);
  const named = (kind: string, service: string) =>
    of(kind).find(({ metadata }) => metadata.name === `parley-${service}`);

  it('has its manifests kept as the chart renders them now (node test/deploy/render.ts)', () => {
    expect(fixture.hash).toBe(chartHash());
    if (helm) expect(render(helm, example)).toBe(fixture.manifests);
  });

  it('agrees with the schemas of Kubernetes', () => {
    expect(manifests.length).toBeGreaterThan(20);
    expect(schemaProblems(manifests)).toEqual([]);
  });

  it.each(serviceNames)('gives %s all it needs', (service) => {
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
      // Parts of URLs, put in by Kubernetes, and what all are given alike.
      const alike =
        /^(PARLEY_(NATS_(USER|PASSWORD|REPLICAS|PREFIX)|ENV|PUBLIC_URL|LOG_LEVEL|.*DATABASE_(ADMIN_)?PASSWORD)|NODE_EXTRA_CA_CERTS)$/;
      const names: string[] = env.map(({ name }: { name: string }) => name);
      expect(names.filter((name) => !known.has(name) && !alike.test(name))).toEqual([]);
      for (const { name, value } of env as { name: string; value?: string }[]) {
        if (/SECRET|PASSWORD/.test(name)) expect(value).toBeUndefined();
      }
    }
  });

  it('lets each service be reached by its callers alone', () => {
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
    // The process is not root: the files belong to its group.
    expect(pod.securityContext.fsGroup).toBe(pod.securityContext.runAsGroup);
    type Variable = { name: string; value?: string };
    const env = new Map(container.env.map(({ name, value }: Variable) => [name, value]));
    const files = ['CA', 'CERT', 'KEY'].map((file) => env.get(`PARLEY_RPC_TLS_${file}_FILE`));
    // The keys of a Secret as cert-manager makes it.
    expect(files).toEqual(['ca.crt', 'tls.crt', 'tls.key'].map((key) => `${folder}/${key}`));
    // Kubernetes has no certificate: it asks where there is no TLS.
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

  it('have defaults that the schema accepts once the five that must be given are', () => {
    expect([validate(complete()), validate.errors]).toEqual([true, null]);
    expect(validate(defaults())).toBe(false);
    if (helm) expect(refusal(helm, ['publicUrl=https://chat.example.com'])).toContain('/postgresql/host');
  });

  it.each([
    ['a slash at the end', { publicUrl: 'https://chat.example.com/' }],
    ['an unknown name', { replicaCount: 2 }],
    ['credentials in the clear', { nats: { url: 'nats://me:secret@nats:4222' } }],
    ['two copies of the log', { nats: { url: 'nats://nats:4222', replicas: 2 } }],
    ['too little time to drain', { defaults: { terminationGracePeriodSeconds: 5 } }],
    ['an unknown service', { services: { ...defaults().services, mail: { needs: [] } } }],
  ])('are refused: %s', (_, change) => expect(validate({ ...complete(), ...change })).toBe(false));
});

it('has an example for CloudNativePG that agrees with its schema and with what the doctor asks for', () => {
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
