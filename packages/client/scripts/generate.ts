// Writes src/generated/operations.ts from the gateway's OpenAPI document, and src/generated/settings.ts from the declared settings.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gatewayDocument } from './gateway-document.ts';
import { operationTypes } from './operation-types.ts';
import { settingDescriptions } from './setting-descriptions.ts';

const target = (file: string) => join(import.meta.dirname, '../src/generated', file);
writeFileSync(target('operations.ts'), await operationTypes(gatewayDocument()));
writeFileSync(target('settings.ts'), settingDescriptions());
