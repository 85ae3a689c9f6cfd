import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Cluster } from '@kubernetes-models/cloudnative-pg/postgresql.cnpg.io/v1';
import {
  PrometheusRule,
  ServiceMonitor,
} from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1';
import { Deployment, StatefulSet } from 'kubernetes-models/apps/v1';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2';
import { Job } from 'kubernetes-models/batch/v1';
import { Ingress, NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { ConfigMap, Pod, Service, ServiceAccount } from 'kubernetes-models/v1';
import { parseAllDocuments } from 'yaml';

/** A manifest, parsed from YAML. */
export type Manifest = {
  apiVersion: string;
  kind: string;
  metadata: { name: string; labels?: Record<string, string>; annotations?: Record<string, string> };
  // biome-ignore lint/suspicious/noExplicitAny: each kind of manifest has another type of spec
  spec?: any;
  /** Of a ConfigMap. */
  data?: Record<string, string>;
};

type Model = new (data: never) => { validate(): void };

/** Kubernetes' published schemas by API version and kind: the validating class, and the module that declares its type. */
const models: Readonly<Record<string, readonly [Model, string]>> = {
  'apps/v1 Deployment': [Deployment, 'kubernetes-models/apps/v1'],
  'apps/v1 StatefulSet': [StatefulSet, 'kubernetes-models/apps/v1'],
  'autoscaling/v2 HorizontalPodAutoscaler': [HorizontalPodAutoscaler, 'kubernetes-models/autoscaling/v2'],
  'batch/v1 Job': [Job, 'kubernetes-models/batch/v1'],
  'networking.k8s.io/v1 Ingress': [Ingress, 'kubernetes-models/networking.k8s.io/v1'],
  'networking.k8s.io/v1 NetworkPolicy': [NetworkPolicy, 'kubernetes-models/networking.k8s.io/v1'],
  'policy/v1 PodDisruptionBudget': [PodDisruptionBudget, 'kubernetes-models/policy/v1'],
  'v1 ConfigMap': [ConfigMap, 'kubernetes-models/v1'],
  'v1 Pod': [Pod, 'kubernetes-models/v1'],
  'v1 Service': [Service, 'kubernetes-models/v1'],
  'v1 ServiceAccount': [ServiceAccount, 'kubernetes-models/v1'],
  'monitoring.coreos.com/v1 PrometheusRule': [
    PrometheusRule,
    '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1',
  ],
  'monitoring.coreos.com/v1 ServiceMonitor': [
    ServiceMonitor,
    '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1',
  ],
  'postgresql.cnpg.io/v1 Cluster': [Cluster, '@kubernetes-models/cloudnative-pg/postgresql.cnpg.io/v1'],
};

const nameOf = ({ apiVersion, kind }: Manifest) => `${apiVersion} ${kind}`;

/**
 * Checks manifests against the published schemas of their kinds. The schemas check values and required fields but accept
 * unknown fields. So the TypeScript compiler finds unknown fields, with the types that were generated from the schemas.
 * @returns one line per problem
 */
export function schemaProblems(manifests: readonly Manifest[]): string[] {
  const problems = manifests.flatMap((manifest) => {
    const model = models[nameOf(manifest)];
    if (!model) return [`${nameOf(manifest)} ${manifest.metadata.name}: no schema for this kind`];
    try {
      new model[0](manifest as never).validate();
      return [];
    } catch (error) {
      return [`${manifest.kind} ${manifest.metadata.name}: ${(error as Error).message}`];
    }
  });
  return problems.length > 0 ? problems : unknownFields(manifests);
}

/**
 * Returns unknown fields, such as misspelled ones: the compiler rejects object literals with fields that are not in their type.
 */
function unknownFields(manifests: readonly Manifest[]): string[] {
  const folder = join(import.meta.dirname, 'node_modules/.cache', `manifests-${process.pid}-${Date.now()}`);
  mkdirSync(folder, { recursive: true });
  try {
    const lines = manifests.flatMap((manifest, index) => [
      `import type { I${manifest.kind} as T${index} } from '${models[nameOf(manifest)]![1]}';`,
      `export const manifest${index}: T${index} = ${JSON.stringify(manifest)};`,
    ]);
    writeFileSync(join(folder, 'manifests.ts'), `${lines.join('\n')}\n`);
    const options = [
      '--noEmit',
      '--strict',
      '--skipLibCheck',
      '--module',
      'nodenext',
      '--target',
      'es2024',
      '--types',
      '',
    ];
    const { stdout, status } = spawnSync(
      join(import.meta.dirname, '../../node_modules/.bin/tsc'),
      [...options, '--ignoreConfig', '--pretty', 'false', 'manifests.ts'],
      { cwd: folder, encoding: 'utf8' },
    );
    if (status === 0) return [];
    return stdout.split('\n').flatMap((line) => {
      const [, row, text] = /^manifests\.ts\((\d+),\d+\): error (.*)$/.exec(line) ?? [];
      if (!row) return line.startsWith('error') ? [line] : [];
      const manifest = manifests[Math.floor((Number(row) - 1) / 2)]!;
      return [`${manifest.kind} ${manifest.metadata.name}: ${text}`];
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the manifests of a YAML text with several documents. Empty documents are left out. */
export const manifestsOf = (text: string): Manifest[] =>
  parseAllDocuments(text).flatMap((document) => {
    const manifest = document.toJS() as Manifest | null;
    return manifest ? [manifest] : [];
  });
