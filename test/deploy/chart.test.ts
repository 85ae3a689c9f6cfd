import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
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
import { manifestsOf, schemaProblems } from './schemas.ts';
import { connectsIn, type Rule, required, type Workload, workloadsIn } from './workloads.ts';

// Tests that need helm run only where it is installed. Elsewhere, the tests only check that the stored manifests are up to
// date.
const helm = findHelm();
if (!helm) {
  console.warn('NO HELM HERE: the chart is not rendered; its kept manifests are checked instead.');
}

/**
 * Minor version of Kubernetes 1.x from which on a field is enabled by default. Fields that are not listed exist in every
 * supported version.
 */
const fieldsSince: Readonly<Record<string, number>> = {
  matchLabelKeys: 27,
  unhealthyPodEvictionPolicy: 27,
  sleep: 30,
  trafficDistribution: 31,
};

/** Returns the names of all fields in a manifest, at any depth. */
const fieldsOf = (value: unknown): string[] =>
  value !== null && typeof value === 'object'
    ? Object.entries(value).flatMap(([name, inner]) => [name, ...fieldsOf(inner)])
    : [];

/**
 * Returns the ports that a program connects to, with the environment variable that contains each address. Skips Parley's public
 * address, because no program connects to it.
 */
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

describe.each(examples)('with the values of %s', (example) => {
  const fixture = readFixture(example);
  const manifests = manifestsOf(fixture.manifests);
  const of = (kind: string) => manifests.filter((manifest) => manifest.kind === kind);
  const named = (kind: string, name: string) => of(kind).find(({ metadata }) => metadata.name === name);
  const workloads = workloadsIn(manifests);

  it('has stored manifests that equal what the chart renders now (node test/deploy/render.ts)', () => {
    expect(fixture.hash).toBe(chartHash());
    if (helm) expect(render(helm, example)).toBe(fixture.manifests);
  });

  it('conforms to the schemas of Kubernetes', () => {
    expect(manifests.length).toBeGreaterThan(10);
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
    for (const { name, services, variables } of workloads) {
      const addressed = portsNamed(variables);
      expect(addressed.length).toBeGreaterThan(0);
      const open: number[] = named('NetworkPolicy', name)!.spec.egress.flatMap((rule: Rule) =>
        rule.ports.map(({ port }) => ports[port] ?? port),
      );
      expect([name, addressed.filter(([, port]) => !open.includes(port))]).toEqual([name, []]);
      // The remaining open ports are DNS and some web ports: `upload` requests pictures from other hosts, and `notify` requests
      // push services; `integrations` requests programs of bots.
      const web = ['upload', 'integrations'].some((each) => services.includes(each))
        ? [80, 443]
        : services.includes('notify')
          ? [443]
          : [];
      const needed = [53, ...web, ...addressed.map(([, port]) => port)];
      expect([name, open.filter((port) => !needed.includes(port))]).toEqual([name, []]);
    }
  });

  it('allows the migrations and the doctor to connect to the addresses in their variables, and nothing else', () => {
    const programs = { migrate: of('Job')[0]!.spec.template.spec, doctor: of('Pod')[0]!.spec };
    for (const [program, spec] of Object.entries(programs)) {
      const addressed = portsNamed(spec.containers[0].env).map(([, port]) => port);
      const policy = named('NetworkPolicy', `parley-${program}`)!;
      const open = policy.spec.egress.flatMap((rule: Rule) => rule.ports.map(({ port }) => port));
      expect([program, new Set(open)]).toEqual([program, new Set([53, ...addressed])]);
      expect(policy.spec.ingress).toEqual([]);
    }
    // A lower hook weight makes Helm create the network policy of the migration job before the job itself.
    const weights = ['NetworkPolicy', 'Job'].map(
      (kind) => named(kind, 'parley-migrate')!.metadata.annotations!['helm.sh/hook-weight'],
    );
    expect(weights).toEqual(['-1', '0']);
  });

  it('lets every program resolve names through a DNS cache on its node', () => {
    for (const { metadata, spec } of of('NetworkPolicy')) {
      const dns = spec.egress.find((rule: Rule) => rule.ports.some(({ port }) => port === 53));
      expect([metadata.name, dns.to]).toEqual([
        metadata.name,
        [{ namespaceSelector: {} }, { ipBlock: { cidr: '169.254.20.10/32' } }],
      ]);
    }
  });

  it('does not let pods be evicted all at the same time while none is ready', () => {
    const budgets = of('PodDisruptionBudget');
    expect(budgets.map(({ spec }) => spec.unhealthyPodEvictionPolicy)).toEqual(
      budgets.map(() => 'IfHealthyBudget'),
    );
  });

  it.each(['upload', 'notify'])(
    'allows connections of %s to the web only outside of private networks',
    (service) => {
      const { name } = workloads.find(({ services }) => services.includes(service))!;
      const [v4, v6] = named('NetworkPolicy', name)!.spec.egress.find(
        (rule: Rule) => rule.to && rule.ports.some(({ port }) => port === (service === 'upload' ? 80 : 443)),
      ).to;
      expect(v4.ipBlock.except).toEqual(
        expect.arrayContaining(['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16']),
      );
      expect(v6.ipBlock.cidr).toBe('2000::/3');
    },
  );

  it('runs each service in one Deployment, all from one image', () => {
    expect(workloads.flatMap(({ services }) => services).toSorted()).toEqual(serviceNames.toSorted());
    const images = [...of('Deployment'), ...of('Job')].map(
      ({ spec }) => spec.template.spec.containers[0].image,
    );
    images.push(of('Pod')[0]!.spec.containers[0].image);
    expect(new Set(images).size).toBe(1);
    expect(images[0]).toMatch(/\/parley:\d+\.\d+\.\d+$/);
    expect(of('Job')[0]!.spec.template.spec.containers[0].args).toEqual(['migrate']);
    expect(of('Pod')[0]!.spec.containers[0].args).toEqual(['doctor']);
  });

  it.each(workloads.map((each): [string, Workload] => [each.name, each]))(
    'gives %s all required settings',
    (name, { spec, pod, container, services, labels }) => {
      expect(spec.strategy.rollingUpdate).toEqual({ maxSurge: 1, maxUnavailable: 0 });
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
      // A process with several services stops the gateway, and then the others.
      const stopSeconds = services.length > 1 ? 20 : 10;
      expect(pod.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(
        container.lifecycle.preStop.sleep.seconds + stopSeconds,
      );
      // With a second constraint, the scheduler would ignore nodes without that constraint's label, and then also violate this
      // one.
      expect(pod.topologySpreadConstraints).toMatchObject([{ topologyKey: 'kubernetes.io/hostname' }]);
      const [preferred] = pod.affinity.podAntiAffinity.preferredDuringSchedulingIgnoredDuringExecution;
      expect(preferred.podAffinityTerm.topologyKey).toBe('topology.kubernetes.io/zone');
      for (const kind of ['PodDisruptionBudget', 'NetworkPolicy', 'Service'])
        expect(named(kind, name)).toBeDefined();
      for (const service of services) expect(labels[`parley/runs-${service}`]).toBe('true');
      expect(named('Service', name)!.spec.clusterIP).toBe(name === 'parley-gateway' ? undefined : 'None');
      expect(named('ServiceMonitor', name) !== undefined).toBe(example === 'production');
      expect(named('HorizontalPodAutoscaler', name) !== undefined).toBe(
        // One replica works, and the others stand by.
        example === 'production' && !['parley-relay', 'parley-importing'].includes(name),
      );
    },
  );

  it('sets only variables that the programs read, and no secret in the clear', () => {
    const programs = [...of('Deployment'), ...of('Job'), ...of('Pod')];
    expect(programs).toHaveLength(workloads.length + 2);
    const ofProcess = readFileSync(join(chartDir, '../../parley/src/config.ts'), 'utf8').match(
      /\bPARLEY_\w+/g,
    )!;
    for (const { metadata, spec } of programs) {
      const { env } = (spec.template?.spec ?? spec).containers[0];
      const workload = workloads.find(({ name }) => name === metadata.name);
      const known = workload
        ? new Set([...ofProcess, ...workload.services.flatMap((service) => [...envReadBy(service)])])
        : envReadBy(metadata.name.replace('parley-', ''));
      // Variables that only other variables refer to, as parts of URLs that Kubernetes inserts, and variables that all programs
      // get.
      const alike =
        /^(PARLEY_(NATS_(USER|PASSWORD|REPLICAS|PREFIX)|ENV|PUBLIC_URL|LOG_LEVEL|.*DATABASE_(ADMIN_)?PASSWORD)|NODE_EXTRA_CA_CERTS|NODE_OPTIONS)$/;
      const names: string[] = env.map(({ name }: { name: string }) => name);
      expect(names.filter((name) => !known.has(name) && !alike.test(name))).toEqual([]);
      for (const { name, value } of env as { name: string; value?: string }[]) {
        if (/SECRET|PASSWORD/.test(name)) expect(value).toBeUndefined();
      }
    }
  });

  it('opens each service to the Deployments that call it, and to nobody else', () => connectsIn(manifests));
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
    // The process does not run as root, so its group must be able to read the files.
    expect(pod.securityContext.fsGroup).toBe(pod.securityContext.runAsGroup);
    type Variable = { name: string; value?: string };
    const env = new Map(container.env.map(({ name, value }: Variable) => [name, value]));
    const files = ['CA', 'CERT', 'KEY'].map((file) => env.get(`PARLEY_RPC_TLS_${file}_FILE`));
    // cert-manager creates Secrets with these keys.
    expect(files).toEqual(['ca.crt', 'tls.crt', 'tls.key'].map((key) => `${folder}/${key}`));
    expect(env.get('PARLEY_RPC_TLS_MODE')).toBe('required');
    // Kubernetes' probes have no client certificate, so they use the port without TLS.
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

it('opens the port in each address, or the default port of its scheme', () => {
  const env = (value: string) => portsNamed([{ name: 'PARLEY_X', value }]).map(([, port]) => port);
  expect(env('nats://$(USER):$(PASSWORD)@a:4222,nats://b:4223')).toEqual([4222, 4223]);
  expect(env('postgres://parley:$(PASSWORD)@db:5432/parley?sslmode=require')).toEqual([5432]);
  expect(env('dns:///parley-channel.chat.svc:9000')).toEqual([9000]);
  expect(env('https://s3.example.com')).toEqual([443]);
  expect(env('10.0.0.0/8,fc00::/7')).toEqual([]);
});

it.runIf(helm)('removes the selector of an example when it is set to null', () => {
  const destinations = (settings: readonly string[]) =>
    manifestsOf(render(helm!, 'production', settings))
      .find(({ kind, metadata }) => kind === 'NetworkPolicy' && metadata.name === 'parley-messaging')!
      .spec.egress.find(({ ports }: Rule) => ports.some(({ port }) => port === 5432)).to;
  expect(destinations([])).toEqual([{ podSelector: { matchLabels: { 'cnpg.io/cluster': 'parley-db' } } }]);
  expect(destinations(['postgresql.podSelector=null'])).toBeUndefined();
});

it.runIf(helm)('opens every port in the addresses of NATS and of the store of files', () => {
  const settings = [
    ...required.filter((setting) => !/^(nats|objects)/.test(setting)),
    'nats.url=nats://a:4223\\,nats://b:4224\\,tls://c',
    'objects.endpoint=http://minio:9000',
  ];
  const manifests = manifestsOf(render(helm!, 'small', settings));
  const ports = (service: string): unknown[] =>
    manifests
      .find(({ kind, metadata }) => kind === 'NetworkPolicy' && metadata.name === `parley-${service}`)!
      .spec.egress.flatMap((rule: Rule) => rule.ports.map(({ port }) => port));
  expect(ports('event-queue')).toEqual(expect.arrayContaining([4223, 4224, 4222]));
  expect(ports('upload')).toContain(9000);
});

it.runIf(helm).each([
  ['creds', { PARLEY_NATS_CREDS_FILE: '/etc/parley/nats/user.creds' }],
  ['nkey', { PARLEY_NATS_NKEY_FILE: '/etc/parley/nats/user.nk' }],
  [
    'certificate',
    {
      PARLEY_NATS_TLS_CERT_FILE: '/etc/parley/nats/tls.crt',
      PARLEY_NATS_TLS_KEY_FILE: '/etc/parley/nats/tls.key',
    },
  ],
])('signs in to NATS with files of a Secret: %s', (signIn, files) => {
  const settings = [
    'nats.url=tls://nats:4222',
    `nats.signIn=${signIn}`,
    'nats.ca=true',
    'nats.filesSecret=nats-files',
  ];
  const manifests = manifestsOf(render(helm!, 'small', settings));
  const pods = manifests.flatMap(({ kind, metadata, spec }) => {
    if (kind === 'Deployment') return [[metadata.name, spec.template.spec]];
    return kind === 'Pod' ? [[metadata.name, spec]] : [];
  });
  expect(pods.length).toBeGreaterThan(8);
  for (const [name, spec] of pods) {
    const { env, volumeMounts } = spec.containers[0];
    const given = Object.fromEntries(
      env.map((each: { name: string; value?: string }) => [each.name, each.value]),
    );
    const ca = { PARLEY_NATS_TLS_CA_FILE: '/etc/parley/nats/ca.crt' };
    expect([name, given]).toEqual([
      name,
      expect.objectContaining({ ...files, ...ca, PARLEY_NATS_URL: 'tls://nats:4222' }),
    ]);
    expect(Object.keys(given)).not.toContain('PARLEY_NATS_PASSWORD');
    expect(volumeMounts).toContainEqual({ name: 'nats', mountPath: '/etc/parley/nats', readOnly: true });
    expect(spec.volumes).toContainEqual({ name: 'nats', secret: { secretName: 'nats-files' } });
  }
  expect(refusal(helm!, [...required, `nats.signIn=${signIn}`])).toContain('nats.filesSecret must name');
});

it.runIf(helm)('trusts no forwarded address unless proxies are named', () => {
  const unnamed = required.filter((setting) => !setting.startsWith('trustedProxies'));
  expect(refusal(helm!, unnamed)).toContain('trustedProxies must name');
  expect(refusal(helm!, [...unnamed, 'trustedProxies=everybody'])).toContain('trustedProxies');
  expect(refusal(helm!, required)).toBeUndefined();
});

it.runIf(helm)('takes the image by digest, and places the pods of a service as its own values say', () => {
  const digest = `sha256:${'ab'.repeat(32)}`;
  const settings = [
    ...required,
    'priorityClassName=normal',
    'services.relay.priorityClassName=high',
    'services.relay.nodeSelector.disk=fast',
    'podLabels.team=chat',
    'runAsUser=20002',
  ];
  const deploymentsWith = (more: readonly string[]) =>
    manifestsOf(render(helm!, 'small', [...settings, ...more])).filter(({ kind }) => kind === 'Deployment');
  const deployments = deploymentsWith([]);
  const pod = (service: string, among = deployments) =>
    among.find(({ metadata }) => metadata.name === `parley-${service}`)!.spec.template;
  const byDigest = deploymentsWith([`image.digest=${digest}`]);
  expect(pod('gateway', byDigest).spec.containers[0].image).toBe(
    `registry.example.com/parley/parley@${digest}`,
  );
  expect(pod('relay').spec.containers[0].image).toMatch(/^registry\.example\.com\/parley\/parley:\d/);
  expect(pod('relay').spec).toMatchObject({ priorityClassName: 'high', nodeSelector: { disk: 'fast' } });
  expect(pod('gateway').spec).toMatchObject({ priorityClassName: 'normal' });
  expect(pod('gateway').spec.nodeSelector).toBeUndefined();
  expect(pod('gateway').metadata.labels).toMatchObject({ team: 'chat' });
  expect(pod('gateway').spec.securityContext).toMatchObject({ runAsUser: 20_002, fsGroup: 20_002 });
});

it.runIf(helm)(
  'offers a route of the Gateway API, and trusts its proxies only if the values name them',
  () => {
    const route = ['ingress.enabled=false', 'httpRoute.enabled=true', 'httpRoute.parentRefs[0].name=public'];
    const manifests = manifestsOf(render(helm!, 'small', [...required, ...route]));
    expect(manifests.some(({ kind }) => kind === 'Ingress')).toBe(false);
    const { spec } = manifests.find(({ kind }) => kind === 'HTTPRoute')!;
    expect(spec.parentRefs).toEqual([{ name: 'public' }]);
    expect(spec.rules[0]).toMatchObject({
      timeouts: { request: '0s' },
      backendRefs: [{ name: 'parley-gateway', port: 80 }],
    });
    const unnamed = required.filter((setting) => !setting.startsWith('trustedProxies'));
    expect(refusal(helm!, [...unnamed, ...route])).toContain('trustedProxies must name');
  },
);

it('scales neither because PostgreSQL is slow nor before new pods can get their share of calls', () => {
  const scalers = manifestsOf(readFixture('production').manifests).filter(
    ({ kind }) => kind === 'HorizontalPodAutoscaler',
  );
  expect(scalers.length).toBeGreaterThan(5);
  for (const { spec } of scalers) {
    const metrics: string[] = spec.metrics.map(
      ({ pods }: { pods?: { metric: { name: string } } }) => pods?.metric.name,
    );
    expect(metrics.filter((name) => /db_|sends_waiting|in_flight/.test(name ?? ''))).toEqual([]);
    expect(spec.behavior.scaleUp.stabilizationWindowSeconds).toBeGreaterThanOrEqual(60);
  }
});

it('installs by default on a cluster without further kinds of resources', () => {
  const kinds = new Set(manifestsOf(readFixture('small').manifests).map(({ apiVersion }) => apiVersion));
  expect([...kinds].toSorted()).toEqual(['apps/v1', 'batch/v1', 'networking.k8s.io/v1', 'policy/v1', 'v1']);
});

it.runIf(helm)('gives each alert the address of its runbook', () => {
  const settings = [
    ...required,
    'monitoring.rules=true',
    'monitoring.runbooksUrl=https://ops.example.com/runbooks/',
  ];
  const rules = manifestsOf(render(helm!, 'small', settings)).find(({ kind }) => kind === 'PrometheusRule')!;
  const alerts = rules.spec.groups.flatMap(({ rules }: { rules: { annotations: object }[] }) => rules);
  expect(alerts.length).toBeGreaterThan(20);
  for (const { annotations } of alerts) {
    expect(annotations.runbook_url).toMatch(/^https:\/\/ops\.example\.com\/runbooks\/parley-[a-z-]+\.md$/);
  }
});

it.runIf(helm)('opens the default port of a collector and a scanner whose address has no port', () => {
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

it.runIf(helm)('lets messaging and the doctor reach OpenSearch, whose address is in the Secret', () => {
  const values = ['openSearch.enabled=true', 'openSearch.port=9243', 'openSearch.shards=3'];
  const manifests = manifestsOf(render(helm!, 'small', values));
  const find = (kind: string, program: string) =>
    manifests.find((each) => each.kind === kind && each.metadata.name === `parley-${program}`)!.spec;
  const { env } = find('Deployment', 'messaging').template.spec.containers[0];
  expect(env).toContainEqual({ name: 'PARLEY_MESSAGING_OPENSEARCH_SHARDS', value: '3' });
  const doctor = find('Pod', 'doctor').containers[0].env;
  const url = expect.objectContaining({
    name: 'PARLEY_MESSAGING_OPENSEARCH_URL',
    valueFrom: expect.anything(),
  });
  for (const variables of [env, doctor]) expect(variables).toContainEqual(url);
  for (const program of ['messaging', 'doctor']) {
    const ports = find('NetworkPolicy', program).egress.flatMap((rule: Rule) =>
      rule.ports.map(({ port }) => port),
    );
    expect(ports).toContain(9243);
  }
});

it.runIf(helm)('lets notify and the doctor reach the mail server, and limits the mails per minute', () => {
  const mail = [
    'mail.enabled=true',
    'mail.from=Parley <p@chat.example>',
    'mail.port=465',
    'mail.perMinute=600',
  ];
  const manifests = manifestsOf(render(helm!, 'small', mail));
  const find = (kind: string, program: string) =>
    manifests.find((each) => each.kind === kind && each.metadata.name === `parley-${program}`)!.spec;
  const { env } = find('Deployment', 'notify').template.spec.containers[0];
  expect(env).toContainEqual({ name: 'PARLEY_MAIL_FROM', value: 'Parley <p@chat.example>' });
  expect(env).toContainEqual({ name: 'PARLEY_MAIL_PER_MINUTE', value: '600' });
  const doctor = find('Pod', 'doctor').containers[0].env;
  const url = expect.objectContaining({ name: 'PARLEY_SMTP_URL', valueFrom: expect.anything() });
  for (const variables of [env, doctor]) expect(variables).toContainEqual(url);
  for (const program of ['notify', 'doctor']) {
    const ports = find('NetworkPolicy', program).egress.flatMap((rule: Rule) =>
      rule.ports.map(({ port }) => port),
    );
    expect(ports).toContain(465);
  }
});

it.runIf(helm)('gives notify and the doctor the files and credentials of the push services of phones', () => {
  const values = [
    'files=push-keys',
    'fcm.file=firebase.json',
    'forwarder.url=https://push.example',
    'forwarder.id=abc',
  ];
  const manifests = manifestsOf(
    render(
      helm!,
      'small',
      values.map((value) => `phones.${value}`),
    ),
  );
  const podOf = (name: string) =>
    manifests.find(({ kind, metadata }) => kind === 'Deployment' && metadata.name === `parley-${name}`)!.spec
      .template.spec;
  const notify = podOf('notify');
  const file = { name: 'PARLEY_FCM_CREDENTIALS_FILE', value: '/etc/parley/push/firebase.json' };
  const url = { name: 'PARLEY_PUSH_FORWARDER_URL', value: 'https://push.example' };
  expect(notify.volumes).toContainEqual({ name: 'push', secret: { secretName: 'push-keys' } });
  expect(notify.containers[0].env).toEqual(expect.arrayContaining([file, url]));
  expect(notify.containers[0].env.map(({ name }: { name: string }) => name)).toContain(
    'PARLEY_PUSH_FORWARDER_KEY',
  );
  expect(podOf('user-admin').containers[0].env).toEqual(expect.arrayContaining([file, url]));
  expect(podOf('gateway').containers[0].env).toContainEqual(url);
  const doctor = manifests.find(({ kind }) => kind === 'Pod')!.spec;
  expect(doctor.volumes).toContainEqual({ name: 'push', secret: { secretName: 'push-keys' } });
  expect(doctor.containers[0].env).toEqual(expect.arrayContaining([file, url]));
  const policy = manifests.find(
    ({ kind, metadata }) => kind === 'NetworkPolicy' && metadata.name === 'parley-doctor',
  )!;
  expect(policy.spec.egress).toContainEqual({ ports: [{ protocol: 'TCP', port: 443 }] });
});

it.runIf(helm)('is refused by an older Kubernetes', () => {
  expect(refusal(helm!, required)).toBeUndefined();
  expect(refusal(helm!, required, { kubernetes: '1.29.9' })).toContain('incompatible with Kubernetes');
});

it('never gives two services the same name: a release name that is too long is refused', () => {
  // Truncated names could become equal.
  expect(readFileSync(join(chartDir, 'templates/_helpers.tpl'), 'utf8')).not.toMatch(/\btrunc\b/);
  const longest = Math.max(...serviceNames.map(({ length }) => length));
  const most = 63 - '-'.length - longest;
  expect(readFileSync(join(chartDir, 'README.md'), 'utf8')).toContain(`at most ${most} characters`);
  if (!helm) return;
  expect(refusal(helm, required, { release: 'r'.repeat(most) })).toBeUndefined();
  expect(refusal(helm, required, { release: 'r'.repeat(most + 1) })).toContain(
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
