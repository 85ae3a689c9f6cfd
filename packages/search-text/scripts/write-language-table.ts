/** Writes the table of languages from the package eld. `npm run generate` calls it. */
import { writeFile } from 'node:fs/promises';
import { languageTable } from './language-table.ts';

await writeFile(new URL('../src/analyzing/language-table.json', import.meta.url), await languageTable());
