// Puts a service and the packages it needs into few files, which are found and compiled in a third of the time:
//
//   node deploy/images/bundle.mjs <folder of the service, built and with its node_modules> <folder to write to>
//
// Packages with machine code stay where they are: the folder written to must lie in that of the service.
import { join } from 'node:path';
import { rolldown } from 'rolldown';

const withMachineCode = ['@node-rs/argon2', 'sharp'];

const [service, target] = process.argv.slice(2);
const bundle = await rolldown({
  input: join(service, 'dist/main.js'),
  platform: 'node',
  external: withMachineCode,
  // Tracing is loaded when it is used, and what one package of it needs is needed by others.
  checks: { ineffectiveDynamicImport: false },
});
await bundle.write({ dir: target, format: 'esm' });
