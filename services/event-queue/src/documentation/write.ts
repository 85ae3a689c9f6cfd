import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderCatalogue } from './render.ts';

writeFileSync(join(import.meta.dirname, '../../../../docs/events.md'), renderCatalogue());
