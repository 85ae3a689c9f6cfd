import { expect, it } from 'vitest';
import type { GatewayConfig } from '../config.ts';
import { serverFields } from './server-fields.ts';

it('announces the quota of files that upload enforces', () => {
  const quotaOf = (uploadQuotaMib: number | null) => {
    const calls = { bigBlueButton: undefined, zoom: undefined, jitsiServerUrl: null };
    const config = { uploadQuotaMib, calls } as unknown as GatewayConfig;
    return serverFields(config, ['realm']).realm_upload_quota_mib;
  };
  expect([quotaOf(null), quotaOf(500)]).toEqual([null, 500]);
});

it('announces the time at which the server started as its generation, the same in every registration', () => {
  const config = {
    publicUrl: 'http://chat.test',
    maxUploadMib: 1,
    environment: 'test',
    calls: { bigBlueButton: undefined, zoom: undefined, jitsiServerUrl: null },
  } as unknown as GatewayConfig;
  const generationOf = () => serverFields(config, ['realm']).server_generation as number;
  const now = Date.now() / 1000;
  expect(Number.isInteger(generationOf())).toBe(true);
  expect(generationOf()).toBeGreaterThan(now - 3_600);
  expect(generationOf()).toBeLessThanOrEqual(now);
  expect(generationOf()).toBe(generationOf());
});
