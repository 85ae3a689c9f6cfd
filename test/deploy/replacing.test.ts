import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { slowStartMs } from '../../packages/rpc/src/replicas/replica.ts';
import { keepAliveSeconds } from '../../services/gateway/src/edge/answer/one-write.ts';
import { repository } from './known-env.ts';

const read = (file: string) => readFileSync(join(repository, file), 'utf8');
/**
 * Maximum time in milliseconds until callers notice a changed address: CoreDNS caches addresses of a headless service for 5 s,
 * and callers look them up every 2 s.
 */
const knownAsItWasMs = 5_000 + 2_000;

it('the next replica stops only after the new one gets its full share of calls', () => {
  const { defaults } = parse(read('deploy/helm/parley/values.yaml'));
  expect(defaults.minReadySeconds * 1_000).toBeGreaterThanOrEqual(knownAsItWasMs + slowStartMs);
  expect(read('deploy/compose/haproxy.cfg')).toContain(` slowstart ${slowStartMs / 1_000}s `);
});

it('the load balancer keeps idle connections for longer than the gateway tells clients to', () => {
  const [, seconds] = /^ {2}timeout http-keep-alive (\d+)s$/m.exec(read('deploy/compose/haproxy.cfg'))!;
  expect(Number(seconds)).toBeGreaterThan(keepAliveSeconds);
});
