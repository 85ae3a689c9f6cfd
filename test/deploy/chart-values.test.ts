import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { chartDir, findHelm, readFixture, refusal } from './chart.ts';
import { required } from './workloads.ts';

const helm = findHelm();

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

  it('have defaults that the schema accepts once the required ones are given', () => {
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
    ['a pool that is not counted', { defaults: { env: { PARLEY_UPLOAD_DATABASE_CONNECTIONS: 90 } } }],
    ['services that are not counted', { defaults: { env: { PARLEY_SERVICES: 'gateway' } } }],
    ['too little time for a process of all services', { combined: { terminationGracePeriodSeconds: 20 } }],
    ['an unknown mode of TLS', { rpcTlsMode: 'off' }],
    ['a scanner without a scheme', { scan: { clamd: 'clamd:3310' } }],
    ['an unknown service', { services: { ...defaults().services, mail: { needs: [] } } }],
  ])('are refused: %s', (_, change) => expect(validate({ ...complete(), ...change })).toBe(false));
});

describe('connections to PostgreSQL', () => {
  const plannedIn = (manifests: string) =>
    Number(/PARLEY_DATABASE_CONNECTIONS\n\s+value: "(\d+)"/.exec(manifests)?.[1]);

  it.each([
    // 5 · (16 + 4 · 10 + 5) + 3 · 5 + 10: at most 5 replicas (4, and one more during an upgrade) of a service with 16 connections, of
    // four services with 10 and of one with 5; 3 of importing; and 10 connections for migrations, the relay and operators.
    ['production', 330],
    // 3 · (6 + 4 · 5 + 2 · 2) + 10, in the same way: 2 replicas, and one more during an upgrade.
    ['small', 100],
    // 3 · 28 + 10: 2 replicas, and one more during an upgrade.
    ['combined', 94],
  ])('are counted for the doctor with the values of %s', (example, planned) =>
    expect(plannedIn(readFixture(example).manifests)).toBe(planned),
  );

  it.runIf(helm)('are refused where the pools of all replicas do not fit', () => {
    const most = (count: number) => [...required, `postgresql.maxConnections=${count}`];
    expect(refusal(helm!, most(208))).toBeUndefined();
    expect(refusal(helm!, most(207))).toContain('up to 208 connections');
    expect(refusal(helm!, [...most(208), 'services.upload.databaseConnections=11'])).toContain('up to 211');
    const scaled = ['services.channel.autoscaling.enabled=true'];
    expect(refusal(helm!, [...most(208), ...scaled])).toContain('up to 288');
    const combined = (...settings: string[]) =>
      refusal(helm!, [...most(100), 'layout=combined', ...settings]);
    // 3 · 40 + 10, 3 · 66 + 10, and 4 · 22 + 3 · 10 + 10 with channel apart.
    expect(combined()).toContain('up to 130');
    expect(combined('combined.databaseConnections=0')).toContain('up to 208');
    const apart = ['combined.separate[0]=channel', 'combined.replicas=3', 'combined.databaseConnections=22'];
    expect(combined(...apart)).toContain('up to 128');
    expect(combined('combined.databaseConnections=30')).toBeUndefined();
    expect(combined('layout=both', 'combined.databaseConnections=30')).toContain('up to 298');
  });
});
