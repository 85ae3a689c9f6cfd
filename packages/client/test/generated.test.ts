import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { gatewayDocument } from '../scripts/gateway-document.ts';
import { operationTypes } from '../scripts/operation-types.ts';

it('the generated operations equal those that the gateway serves', async () => {
  const file = join(import.meta.dirname, '../src/generated/operations.ts');
  const fresh = await operationTypes(gatewayDocument());
  // If this fails, run `npm run generate`.
  expect(readFileSync(file, 'utf8') === fresh).toBe(true);
});
