// Bundles a program and its packages into a few files, which Node finds and compiles in a third of the time:
//
//   node deploy/images/bundle.mjs <folder of the program, built and with its node_modules> <folder to write to>
//
// Packages with machine code and the built web client are not bundled, so the output folder must be inside the
// program's folder. For a folder that `pnpm deploy` has made, they are copied into the output folder: nothing else of
// its node_modules is needed then. THIRD-PARTY-LICENSES.txt has the licenses of all packages in the output folder.
import {
  cpSync,
  existsSync,
  globSync,
  readdirSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { rolldown } from 'rolldown';

const nativePackages = ['@node-rs/argon2', 'sharp'];
const withFiles = ['@parley/web'];

const [program, target] = process.argv.slice(2);
// A thread's file is found beside the file that starts it, so it is a bundle of its own with its name.
const threads = globSync('dist/**/*-worker.js', { cwd: program });
const entries = ['dist/main.js', 'dist/admin.js', ...threads].filter((file) =>
  existsSync(join(program, file)),
);
const bundle = await rolldown({
  input: Object.fromEntries(entries.map((file) => [basename(file, '.js'), join(program, file)])),
  platform: 'node',
  external: nativePackages,
  // Tracing is imported dynamically. That its packages share dependencies with static imports is intended.
  checks: { ineffectiveDynamicImport: false },
});
const { output } = await bundle.write({ dir: target, format: 'esm' });

const packages = new Set();
for (const { moduleIds = [] } of output) {
  for (const id of moduleIds) {
    const [, folder] = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(id) ?? [];
    if (folder && !folder.includes('/node_modules/@parley/')) packages.add(folder);
  }
}
const store = join(program, 'node_modules/.pnpm');
if (existsSync(store)) {
  for (const name of [...nativePackages, ...withFiles]) {
    const [folder] = globSync(`{*/,}node_modules/${name}`, { cwd: store });
    if (folder) copyPackage(name, realpathSync(join(store, folder)));
  }
}
writeFileSync(join(target, 'THIRD-PARTY-LICENSES.txt'), licenses());

/** Copies a package and its dependencies, as far as they are for this platform, into the output folder. */
function copyPackage(name, folder) {
  const copy = join(target, 'node_modules', name);
  if (existsSync(copy)) return;
  if (!name.startsWith('@parley/')) packages.add(folder);
  // The dependencies of a package in pnpm's store are beside it.
  cpSync(folder, copy, {
    recursive: true,
    dereference: true,
    filter: (path) => path === folder || basename(path) !== 'node_modules',
  });
  const beside = folder.slice(0, -name.length);
  const { dependencies = {}, optionalDependencies = {} } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  );
  for (const dependency of Object.keys({ ...dependencies, ...optionalDependencies })) {
    // The images have glibc.
    if (existsSync(join(beside, dependency)) && !dependency.includes('musl')) {
      copyPackage(dependency, realpathSync(join(beside, dependency)));
    }
  }
}

/** Returns the names, versions and license texts of the packages in the output folder. */
function licenses() {
  const texts = [...packages].map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const files = readdirSync(folder)
      .filter((file) => /^(licen[cs]e|copying|notice)/i.test(file))
      .sort();
    const contents = files.map((file) => readFileSync(join(folder, file), 'utf8').trim());
    return [`${name}@${version} (${license})`, ...contents].join('\n\n');
  });
  return `${[...new Set(texts)].sort().join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}
