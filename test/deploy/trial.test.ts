import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { chartDir } from './chart.ts';
import { type Manifest, schemaProblems } from './schemas.ts';

describe('stores for a trial', () => {
  const stores = parseAllDocuments(readFileSync(join(chartDir, 'examples/trial-stores.yaml'), 'utf8')).map(
    (document) => document.toJS() as Manifest,
  );

  it('conform to the schemas of Kubernetes', () => {
    expect(schemaProblems(stores)).toEqual([]);
  });

  it('have the images of the compose file', () => {
    const compose = readFileSync(join(chartDir, '../../compose/compose.yaml'), 'utf8');
    const images = stores
      .filter(({ kind }) => kind === 'StatefulSet')
      .map(({ spec }) => spec.template.spec.containers[0].image);
    expect(images).toHaveLength(3);
    for (const image of images) expect(compose).toContain(`:-${image}}`);
  });

  it('are the ones that the values of a trial name', () => {
    const { postgresql, nats, objects } = parse(
      readFileSync(join(chartDir, 'examples/values-trial.yaml'), 'utf8'),
    );
    const ports = new Map(
      stores
        .filter(({ kind }) => kind === 'Service')
        .map(({ metadata, spec }) => [metadata.name, spec.ports.map(({ port }: { port: number }) => port)]),
    );
    expect(ports.get(postgresql.host)).toContain(5432);
    for (const address of [nats.url, nats.monitoringUrls, objects.endpoint]) {
      const { hostname, port } = new URL(address);
      expect(ports.get(hostname)).toContain(Number(port));
    }
  });
});
