// Bundles a service and its packages into a few files, which Node finds and compiles in a third of the time:
//
//   node deploy/images/bundle.mjs <folder of the service, built and with its node_modules> <folder to write to>
//
// Packages with machine code are not bundled, so the output folder must be inside the service's folder.
import { join } from 'node:path';
import { rolldown } from 'rolldown';

const withMachineCode = ['@node-rs/argon2', 'sharp'];

const [service, target] = process.argv.slice(2);
const bundle = await rolldown({
  input: join(service, 'dist/main.js'),
  platform: 'node',
  external: withMachineCode,
  // Tracing is imported dynamically. That its packages share dependencies with static imports is intended.
  checks: { ineffectiveDynamicImport: false },
});
await bundle.write({ dir: target, format: 'esm' });
