import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { silentLogger, type Tls, type TlsFiles, useTls } from '@parley/core';
import { Registry } from 'prom-client';
import { afterEach, expect, it, vi } from 'vitest';
import { measureCertificates } from '../src/certificates.ts';
import { followCertificates } from '../src/index.ts';

afterEach(() => {
  useTls(undefined);
  vi.useRealTimers();
});

const certificate = (name: string) =>
  readFileSync(join(import.meta.dirname, '../../rpc/test/certificates', `${name}.pem`));

it('reports when the certificates of the process expire, and nothing without TLS', async () => {
  const registry = new Registry();
  measureCertificates(registry);
  expect(await registry.metrics()).not.toMatch(/^parley_tls_certificate_expires_seconds/m);
  const tls: Tls = {
    ca: certificate('our-ca'),
    cert: certificate('our-cert'),
    key: Buffer.alloc(0),
    name: 'parley',
  };
  useTls(tls);
  const expiry = async (which: string) =>
    Number(new RegExp(`expires_seconds{certificate="${which}"} (.+)`).exec(await registry.metrics())?.[1]);
  const inFiftyYears = Date.now() / 1000 + 50 * 365 * 86_400;
  expect(await expiry('own')).toBeGreaterThan(inFiftyYears);
  expect(await expiry('authority')).toBeGreaterThan(inFiftyYears);
});

it('looks for replaced files, and continues after files that cannot be used', () => {
  vi.useFakeTimers();
  const reload = vi.fn<() => boolean>().mockImplementationOnce(() => {
    throw new Error('half written');
  });
  const stop = followCertificates({ reload } as unknown as TlsFiles, silentLogger, 1_000);
  vi.advanceTimersByTime(3_000);
  expect(reload).toHaveBeenCalledTimes(3);
  stop();
  vi.advanceTimersByTime(3_000);
  expect(reload).toHaveBeenCalledTimes(3);
});
