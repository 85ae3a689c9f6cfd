// Writes src/generated/operations.ts from the gateway's OpenAPI document.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gatewayDocument } from './gateway-document.ts';
import { operationTypes } from './operation-types.ts';

const target = join(import.meta.dirname, '../src/generated/operations.ts');
writeFileSync(target, await operationTypes(gatewayDocument()));
