import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { gatewayDocument } from '../scripts/gateway-document.ts';
import { operationTypes } from '../scripts/operation-types.ts';
import { settingDescriptions } from '../scripts/setting-descriptions.ts';

const written = (file: string) => readFileSync(join(import.meta.dirname, '../src/generated', file), 'utf8');

// If one of these fails, run `npm run generate`.

it('the generated operations equal those that the gateway serves', async () => {
  const fresh = await operationTypes(gatewayDocument());
  expect(written('operations.ts') === fresh).toBe(true);
});

it('the generated settings equal those that are declared', () => {
  expect(written('settings.ts')).toBe(settingDescriptions());
});
