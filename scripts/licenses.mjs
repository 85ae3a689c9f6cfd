// Lists the packages that Parley ships, with their licenses. Reads the installed packages, so it needs no network.
//   node scripts/licenses.mjs          prints a table; exit code 1 if a license is not permitted
//   node scripts/licenses.mjs --sbom   prints the bill of materials of the images (CycloneDX 1.6, JSON)
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';

const root = realpathSync(join(import.meta.dirname, '..'));

/** Licenses that require only a notice. A shipped package with any other license is a problem, except those in `replaceable`. */
const permitted = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  // Fonts that are shipped as they are
  'OFL-1.1',
  'PostgreSQL',
  'PSF-2.0',
  'Python-2.0',
  'Unlicense',
  'Zlib',
]);

/** Licenses that are permitted for tools. Tools are not shipped, so requirements for distributors do not matter. */
const permittedForTools = new Set([...permitted, 'MPL-2.0', 'CC-BY-3.0', 'CC-BY-4.0']);

/** Packages whose README alone states the license, by name@version, with the license that a review found. */
const reviewed = new Map([
  ['combine-errors@3.0.3', 'MIT'],
  // Used only by the tests of the file store; not shipped.
  ['humanize-number@0.0.2', 'MIT'],
]);

/**
 * LGPL libraries that may be shipped: they are separate files that are loaded at run time, so recipients of an image can
 * replace them. Their packages contain the license and the address of the sources.
 */
const replaceable = /^@img\/sharp-libvips-/;

/** Returns whether an SPDX license expression can be satisfied with the permitted licenses. */
export function isPermitted(expression, licenses = permitted) {
  const tokens = expression.match(/\(|\)|[^\s()]+/g) ?? [];
  let at = 0;
  const either = () => {
    let fine = both();
    while (tokens[at] === 'OR') {
      at++;
      const right = both();
      fine = fine || right;
    }
    return fine;
  };
  const both = () => {
    let fine = one();
    while (tokens[at] === 'AND') {
      at++;
      const right = one();
      fine = fine && right;
    }
    return fine;
  };
  const one = () => {
    const token = tokens[at++];
    if (token !== '(') return token !== undefined && licenses.has(token);
    const fine = either();
    at++;
    return fine;
  };
  return either() && at === tokens.length;
}

function licenseOf(manifest) {
  const known = reviewed.get(`${manifest.name}@${manifest.version}`);
  if (known) return known;
  const { license, licenses } = manifest;
  if (typeof license === 'string') return license;
  if (license?.type) return license.type;
  return (
    (Array.isArray(licenses) ? licenses.map((each) => each.type ?? each).join(' OR ') : licenses?.type) ||
    'none given'
  );
}

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));

/** Returns the folder of a package's dependency, as Node's module resolution finds it; undefined if it is not installed. */
function resolve(folder, name) {
  for (let at = folder; ; at = dirname(at)) {
    const candidate = join(at, 'node_modules', name);
    if (existsSync(candidate)) return realpathSync(candidate);
    if (at === dirname(at)) return undefined;
  }
}

/**
 * Returns the packages whose code the web client's bundle contains: development dependencies of `packages/web` that its sources
 * import. They are not production dependencies, because the bundle already contains them.
 */
function bundledIn(folder, manifest) {
  if (manifest.name !== '@parley/web') return {};
  const texts = globSync('src/**/*.{ts,tsx,css}', { cwd: folder })
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .map((file) => readFileSync(join(folder, file), 'utf8'));
  const imported = texts.flatMap((text) =>
    Array.from(
      text.matchAll(/(?:from|import|import\()\s*['"]((?:@[\w.-]+\/)?[\w.-]+)[^'"]*['"]/g),
      ([, name]) => name,
    ),
  );
  return Object.fromEntries(
    imported.filter((name) => manifest.devDependencies?.[name]).map((name) => [name, '']),
  );
}

/** Returns all external packages that the folders need in production, or with `includeDev` also for building and testing. */
function collect(folders, includeDev) {
  const found = new Map();
  const edges = new Map();
  const visit = (folder) => {
    if (found.has(folder)) return;
    const manifest = readJson(join(folder, 'package.json'));
    found.set(folder, manifest);
    const isOurs = !folder.includes(`${sep}node_modules${sep}`);
    const names = Object.keys({
      ...manifest.dependencies,
      ...manifest.optionalDependencies,
      ...(isOurs && bundledIn(folder, manifest)),
      ...(includeDev && isOurs && manifest.devDependencies),
    });
    const needed = names.map((name) => resolve(folder, name)).filter((path) => path !== undefined);
    edges.set(folder, needed);
    for (const path of needed) visit(path);
  };
  for (const folder of folders) visit(realpathSync(folder));
  return { found, edges };
}

/** The programs in each image. */
const programsOf = new Map([
  ['parley', ['deploy/parley']],
  ['all-in-one', ['deploy/parley', 'deploy/local']],
]);
const programs = [...new Set([...programsOf.values()].flat())];
const foldersOf = (patterns) =>
  globSync(
    patterns.map((pattern) => `${pattern}/package.json`),
    { cwd: root },
  )
    .sort()
    .map((file) => join(root, dirname(file)));

/** Returns name, version and license of each external package. */
export function listPackages({ includeDev }) {
  const start = includeDev
    ? [root, ...foldersOf(['packages/*', 'services/*', 'deploy/*', 'test/*'])]
    : foldersOf(programs);
  const { found } = collect(start, includeDev);
  return [...found]
    .filter(([folder]) => folder.includes(`${sep}node_modules${sep}`))
    .map(([, manifest]) => ({ name: manifest.name, version: manifest.version, license: licenseOf(manifest) }))
    .sort((one, other) => (`${one.name}@${one.version}` < `${other.name}@${other.version}` ? -1 : 1));
}

/** Returns for each image the packages that its programs and their bundles need, as name@version. */
export function shippedBy() {
  const isOurs = (folder) => !folder.includes(`${sep}node_modules${sep}`);
  const packagesOf = (folders) => {
    const manifests = [...collect(folders, false).found].filter(([folder]) => !isOurs(folder));
    return [...new Set(manifests.map(([, { name, version }]) => `${name}@${version}`))].sort();
  };
  return Array.from(programsOf, ([name, folders]) => ({ name, packages: packagesOf(foldersOf(folders)) }));
}

const isReplaceable = (name, license) => replaceable.test(name) && license.startsWith('LGPL-3.0');

/** Returns the packages whose license is not permitted for their use. */
export function problems() {
  const shipped = listPackages({ includeDev: false });
  const names = new Set(shipped.map(({ name, version }) => `${name}@${version}`));
  const tools = listPackages({ includeDev: true }).filter(
    ({ name, version }) => !names.has(`${name}@${version}`),
  );
  return [
    ...shipped.filter(({ name, license }) => !isPermitted(license) && !isReplaceable(name, license)),
    ...tools.filter(({ license }) => !isPermitted(license, permittedForTools)),
  ];
}

/** Returns the checksums in the lockfile, by name@version. */
function integrities() {
  const text = readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8');
  const entries = text.matchAll(
    /^ {2}'?([^\s':(]+@[^\s':(]+)'?:\n {4}resolution: \{integrity: sha512-([^}, ]+)/gm,
  );
  return new Map([...entries].map(([, key, digest]) => [key, Buffer.from(digest, 'base64').toString('hex')]));
}

/** Returns the images' bill of materials. It depends only on the lockfile and the sources. */
export function billOfMaterials() {
  const { found, edges } = collect(foldersOf(programs), false);
  const checksums = integrities();
  const isOurs = (folder) => !folder.includes(`${sep}node_modules${sep}`);
  const refOf = (folder) => {
    const { name, version } = found.get(folder);
    return isOurs(folder) ? `${name}@${version}` : `pkg:npm/${name.replace('@', '%40')}@${version}`;
  };
  const byRef = new Map([...found.keys()].map((folder) => [refOf(folder), folder]));
  const components = [...byRef].sort().map(([ref, folder]) => {
    const manifest = found.get(folder);
    const license = licenseOf(manifest);
    const digest = checksums.get(`${manifest.name}@${manifest.version}`);
    return {
      type: 'library',
      'bom-ref': ref,
      name: manifest.name,
      version: manifest.version,
      licenses: [/ (AND|OR) /.test(license) ? { expression: license } : { license: { id: license } }],
      ...(isOurs(folder) ? {} : { purl: ref }),
      ...(digest && { hashes: [{ alg: 'SHA-512', content: digest }] }),
    };
  });
  const dependencies = [...byRef].sort().map(([ref, folder]) => ({
    ref,
    dependsOn: [...new Set(edges.get(folder).map(refOf))].sort(),
  }));
  const { name, version } = readJson(join(root, 'package.json'));
  const hex = createHash('sha256').update(JSON.stringify(components)).digest('hex');
  const uuid = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${uuid}`,
    version: 1,
    metadata: { component: { type: 'application', 'bom-ref': `${name}@${version}`, name, version } },
    components,
    dependencies,
  };
}

if (process.argv[1] && realpathSync(process.argv[1]) === import.meta.filename) {
  if (process.argv.includes('--sbom')) {
    process.stdout.write(`${JSON.stringify(billOfMaterials(), null, 2)}\n`);
  } else {
    const counts = Map.groupBy(listPackages({ includeDev: false }), ({ license }) => license);
    for (const [license, packages] of [...counts].sort((one, other) => other[1].length - one[1].length)) {
      process.stdout.write(`${String(packages.length).padStart(4)}  ${license}\n`);
    }
    const bad = problems();
    for (const { name, version, license } of bad) {
      process.stderr.write(`${name}@${version} is under ${license}, which is not permitted.\n`);
    }
    process.exitCode = bad.length > 0 ? 1 : 0;
  }
}
