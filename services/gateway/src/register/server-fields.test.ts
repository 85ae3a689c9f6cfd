import { expect, it } from 'vitest';
import type { GatewayConfig } from '../config.ts';
import { serverFields } from './server-fields.ts';

const ctxWith = (uploadQuotaMib: number | null) => ({
  config: {
    uploadQuotaMib,
    calls: { bigBlueButton: undefined, zoom: undefined, jitsiServerUrl: null },
  } as unknown as GatewayConfig,
  generation: { read: async () => 1_700_000_000 },
});

it('announces the quota of files that upload enforces', async () => {
  const quotaOf = async (uploadQuotaMib: number | null) =>
    (await serverFields(ctxWith(uploadQuotaMib), ['realm'])).realm_upload_quota_mib;
  expect([await quotaOf(null), await quotaOf(500)]).toEqual([null, 500]);
});

it('announces the generation that all gateways share, with the limits of the server', async () => {
  expect(await serverFields(ctxWith(null), ['realm'])).toMatchObject({ server_generation: 1_700_000_000 });
  expect(await serverFields(ctxWith(null), ['message'])).not.toHaveProperty('server_generation');
});
