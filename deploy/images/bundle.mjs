// Bundles a program and its packages into a few files, which Node loads and compiles three times as fast:
//
//   node deploy/images/bundle.mjs <folder of the program, built and with its node_modules> <output folder>
//
// Packages with machine code and the built web client are not bundled, so the output folder must be inside the program's
// folder. If `pnpm deploy` has created the program's folder, these packages are copied into the output folder, which then needs
// nothing else of node_modules. THIRD-PARTY-LICENSES.txt contains the licenses of all packages in the output folder.
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { rolldown } from 'rolldown';

const nativePackages = ['@node-rs/argon2', 'sharp'];
const withFiles = ['@parley/web'];

const [program, target] = process.argv.slice(2);
// Worker threads and processes are separate bundles that keep their file names, because the code starts a worker by the name of a
// neighbouring file. A program with several services has their workers, too.
const ownPackages = [...ownPackagesOf(program)];
const workers = [program, ...ownPackages].flatMap((folder) =>
  globSync('dist/**/*-worker.js', { cwd: folder }).map((file) => join(folder, file)),
);
const entries = [join(program, 'dist/main.js'), ...workers];
const bundle = await rolldown({
  input: Object.fromEntries(entries.map((file) => [basename(file, '.js'), file])),
  platform: 'node',
  external: nativePackages,
  // Tracing is imported dynamically. It intentionally shares dependencies with static imports.
  checks: { ineffectiveDynamicImport: false },
  plugins: [{ name: 'webassembly', transform: withWebAssembly }],
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
} else {
  // In the repository, a service's package with machine code is beside the service, where a bundle of another program does not
  // find it.
  for (const name of nativePackages) {
    const folder = ownPackages.map((each) => join(each, 'node_modules', name)).find(existsSync);
    const link = join(target, 'node_modules', name);
    if (!folder || existsSync(link)) continue;
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(realpathSync(folder), link);
  }
}
writeFileSync(join(target, 'THIRD-PARTY-LICENSES.txt'), licenses());

/** Returns the folders of Parley's packages that a package needs, and that are bundled. */
function ownPackagesOf(folder, found = new Set()) {
  const { dependencies = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  for (const name of Object.keys(dependencies)) {
    if (!name.startsWith('@parley/') || withFiles.includes(name)) continue;
    // In pnpm's store, a package's dependencies are next to the package.
    const dependency = realpathSync(
      [join(folder, 'node_modules', name), join(folder, '../..', name)].find(existsSync),
    );
    if (found.has(dependency)) continue;
    found.add(dependency);
    ownPackagesOf(dependency, found);
  }
  return found;
}

/** Puts the WebAssembly files that a module reads from its folder into the output folder, and lets the module read them there. */
function withWebAssembly(code, id) {
  const changed = code.replace(/new URL\((['"])([^'"]+\.wasm)\1, import\.meta\.url\)/g, (_, _quote, path) => {
    const file = join(dirname(id), path);
    const reference = this.emitFile({ type: 'asset', name: basename(file), source: readFileSync(file) });
    return `new URL(import.meta.ROLLUP_FILE_URL_${reference})`;
  });
  return changed === code ? undefined : changed;
}

/** Copies a package and those of its dependencies that this platform needs into the output folder. */
function copyPackage(name, folder) {
  const copy = join(target, 'node_modules', name);
  if (existsSync(copy)) return;
  if (!name.startsWith('@parley/')) packages.add(folder);
  // In pnpm's store, a package's dependencies are next to the package.
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
    // Leaves out packages for musl, because the images use glibc.
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
