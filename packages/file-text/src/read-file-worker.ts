// Reads one file: its description and limits from the arguments, its bytes from standard input. Writes the result as JSON to file
// descriptor 3. Everything it reads is untrusted, so it first gives up the network; Node's permission model denies the rest.
import { writeSync } from 'node:fs';
import { refuseNetwork } from './refuse-network.ts';

refuseNetwork();
for (const method of ['log', 'info', 'warn', 'error', 'debug'] as const) console[method] = () => {};

const { readFile } = await import('./read-file.ts');
const { file, limits } = JSON.parse(process.argv[2] ?? '');
const chunks: Buffer[] = [];
for await (const chunk of process.stdin) chunks.push(chunk);
const result = Buffer.from(JSON.stringify(await readFile(Buffer.concat(chunks), file, limits)));
let written = 0;
while (written < result.length) {
  try {
    written += writeSync(3, result, written);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
  }
}
process.exit(0);
