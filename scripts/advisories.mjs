// Sources of known vulnerabilities, one for each kind of component. Each is a function of components `{ name, version }` that
// returns findings `{ severity, name, version, title, advice }`, and throws NotChecked where it has no advisories.
// docs/operations/releases.md#audit explains them.
import { execFile } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const timeoutMs = 180_000;

/** What a source throws when it has no advisories. The message says why, without names of hosts. */
export class NotChecked extends Error {
  constructor(what, why = '') {
    const reason = why.trim().split('\n').at(-1);
    super(`${what} ${reason}`.trim().replaceAll(/https?:\/\/[^/\s]+/g, ''));
  }
}

/** Runs a program to its end. It never throws: `status` is not 0 when the program failed or could not be run. */
function runTool(program, args, { cwd, input = '' } = {}) {
  return new Promise((resolve) => {
    const options = { cwd, timeout: timeoutMs, maxBuffer: 2 ** 28 };
    const child = execFile(program, args, options, (error, stdout, stderr) => {
      resolve({ stdout, stderr: stderr || (error?.message ?? ''), status: error ? (error.code ?? 1) : 0 });
    });
    // A program that ends before it has read its input is no failure of this one.
    child.stdin?.on('error', () => {}).end(input);
  });
}

async function inFolder(act) {
  const folder = mkdtempSync(join(tmpdir(), 'parley-audit-'));
  try {
    return await act(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * A package with a known vulnerability, which nothing uses. The registry is asked about it, too: one that reports nothing about it has
 * no advisories, or hides them.
 */
const known = { name: 'minimist', version: '0.0.8' };

/** Returns a lockfile of npm with exactly these packages: each under a name of its own, so that several versions have a place. */
function lockOf(components) {
  const named = components.map((component, index) => [`p${index}`, component]);
  const dependencies = Object.fromEntries(
    named.map(([own, { name, version }]) => [own, `npm:${name}@${version}`]),
  );
  const manifest = { name: 'audited', version: '0.0.0', private: true, dependencies };
  const packages = Object.fromEntries(
    named.map(([own, { name, version }]) => [`node_modules/${own}`, { name, version }]),
  );
  return { manifest, lock: { ...manifest, lockfileVersion: 3, packages: { '': manifest, ...packages } } };
}

/**
 * Returns the findings in a report of `npm audit` about a lockfile of `lockOf`. When a package is present in several versions, each
 * vulnerable one gets all advisories of the package.
 * @throws NotChecked when the registry gave no answer, or not about all packages
 */
export function npmFindings(report, components) {
  const { vulnerabilities, metadata } = report ?? {};
  if (!vulnerabilities || !metadata) {
    throw new NotChecked('The package registry tells no advisories.', report?.message);
  }
  const asked = [...components, known];
  if (metadata.dependencies.total !== asked.length) {
    throw new NotChecked(`npm asked about ${metadata.dependencies.total} of ${asked.length} packages.`);
  }
  const findings = Object.values(vulnerabilities).flatMap(({ nodes, via }) =>
    nodes.flatMap((node) => {
      const { name, version } = asked[Number(node.slice('node_modules/p'.length))];
      return via
        .filter((advisory) => typeof advisory === 'object')
        .map(({ severity, title, range, url }) => ({
          ...{ severity, name, version, title },
          advice: `affects ${range}: ${url}`,
        }));
    }),
  );
  const isKnown = ({ name, version }) => name === known.name && version === known.version;
  if (!findings.some(isKnown)) {
    throw new NotChecked(
      `The package registry tells no advisories: it reports none about ${known.name} ${known.version}.`,
    );
  }
  return findings.filter((finding) => !isKnown(finding));
}

/** npm's own client asks, with the registry and the credentials of this machine. */
function askNpm(components) {
  return inFolder(async (folder) => {
    const { manifest, lock } = lockOf([...components, known]);
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock));
    const args = ['audit', '--json', '--package-lock-only', '--prefix', folder];
    const { stdout, stderr } = await runTool('npm', args, { cwd: folder });
    let report;
    try {
      report = JSON.parse(stdout);
    } catch {
      report = { message: stderr };
    }
    return npmFindings(report, components);
  });
}

/** Compares two versions by https://semver.org/#spec-item-11: negative when the first is the earlier one. */
export function compareVersions(one, other) {
  const parse = (version) => {
    const [, core, pre] = /^v?([\d.]+)(?:-([^+]*))?/.exec(version);
    return { core: core.split('.').map(Number), pre: pre?.split('.') };
  };
  const [a, b] = [parse(one), parse(other)];
  for (let at = 0; at < 3; at++) {
    const difference = (a.core[at] ?? 0) - (b.core[at] ?? 0);
    if (difference !== 0) return difference;
  }
  if (!a.pre || !b.pre) return Number(!a.pre) - Number(!b.pre);
  for (let at = 0; at < Math.max(a.pre.length, b.pre.length); at++) {
    const [left, right] = [a.pre[at], b.pre[at]];
    if (left === right) continue;
    if (left === undefined || right === undefined) return left === undefined ? -1 : 1;
    const areNumbers = [left, right].map((part) => /^\d+$/.test(part));
    if (areNumbers[0] && areNumbers[1]) return Number(left) - Number(right);
    if (areNumbers[0] !== areNumbers[1]) return areNumbers[0] ? -1 : 1;
    return left < right ? -1 : 1;
  }
  return 0;
}

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
    const fixes = releases
      .filter((release) => release.security && release.version.startsWith(`${major}.`))
      .map((release) => release.version)
      .filter((fix) => compareVersions(fix, version) > 0)
      .sort(compareVersions);
    if (fixes.length === 0) return [];
    const title = 'A later release fixes vulnerabilities';
    return [{ severity: 'high', name, version, title, advice: `fixed in ${fixes.at(-1)}` }];
  });
}

/** The releases of Node.js come as a package, whose newest version is taken. Nothing in it is run. */
function askNode(components) {
  return inFolder(async (folder) => {
    const packed = await runTool('npm', ['pack', '--json', 'node-releases@latest'], {
      cwd: folder,
    });
    const [archive] = globSync('*.tgz', { cwd: folder });
    const unpacked = archive ? await runTool('tar', ['-xzf', archive], { cwd: folder }) : packed;
    if (packed.status !== 0 || unpacked.status !== 0) {
      const [, reason] = /"summary": "([^"]*)"/.exec(packed.stdout) ?? [];
      throw new NotChecked('The list of releases of Node.js cannot be had.', reason ?? packed.stderr);
    }
    const releases = readFileSync(join(folder, 'package/data/processed/envs.json'), 'utf8');
    return nodeFindings(JSON.parse(releases), components);
  });
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
    throw new NotChecked('The distribution does not tell its security updates.', said);
  }
  return lines.map((line) => {
    const [name, version, fixed] = line.split(' ');
    const title = 'The distribution has a security update';
    return { severity: 'high', name, version, title, advice: `fixed in ${fixed}` };
  });
}

/** Returns the source for packages of the distribution. @param image of the distribution, with its package manager */
const askDebian = (image) => async (components) => {
  const input = components.map(({ name, version }) => `${name} ${version}\n`).join('');
  const { stdout, stderr } = await runTool(
    'docker',
    ['run', '--rm', '--interactive', '--user', '0:0', image, 'sh', '-c', securityUpdates],
    { input },
  );
  return debianFindings(stdout, stderr);
};

/** Returns whether the ranges of an entry in the format OSV (https://ossf.github.io/osv-schema/) have a version of a module. */
function affects({ affected }, path, version) {
  return affected
    .filter((each) => each.package.name === path)
    .flatMap(({ ranges }) => ranges ?? [])
    .some(({ events }) => {
      const from = events.filter(({ introduced }) => isAtLeast(version, introduced));
      const until = events.filter(({ fixed }) => isAtLeast(version, fixed));
      return from.length > until.length;
    });
}

const isAtLeast = (version, bound) =>
  bound !== undefined && (bound === '0' || compareVersions(version, bound) >= 0);

/**
 * Returns a finding for each entry about a module's version. Whether the program calls the vulnerable function is not known, and the
 * database tells no severity, so the severity is `unknown`.
 * @param ask returns the answer of an endpoint of the database: https://go.dev/doc/security/vuln/database#api
 */
export async function goFindings(ask, components) {
  const modules = new Map((await ask('index/modules')).map(({ path, vulns }) => [path, vulns]));
  const findings = [];
  for (const { name, version } of components) {
    const bare = version.replace(/^(?:go|v)/, '');
    for (const { id, fixed } of modules.get(name) ?? []) {
      if (fixed && isAtLeast(bare, fixed)) continue;
      const entry = await ask(`ID/${id}`);
      if (!affects(entry, name, bare)) continue;
      const advice = fixed ? `fixed in ${fixed}` : 'not fixed';
      findings.push({ severity: 'unknown', name, version, title: `${id}: ${entry.summary ?? ''}`, advice });
    }
  }
  return findings;
}

/** GOVULNDB names another address of the database, as for govulncheck. */
function askGo(components) {
  const base = process.env.GOVULNDB || 'https://vuln.go.dev';
  const ask = async (path) => {
    try {
      const response = await fetch(`${base}/${path}.json`, { signal: AbortSignal.timeout(timeoutMs) });
      if (!response.ok) throw new Error(`It answered ${response.status}.`);
      return await response.json();
    } catch (error) {
      const { message } = error.cause ?? error;
      throw new NotChecked('The vulnerability database of Go does not answer.', message);
    }
  };
  return goFindings(ask, components);
}

/** The sources of a machine. Packages of the distribution need an image of it. */
export const sourcesWith = (image) => ({
  npm: askNpm,
  node: askNode,
  go: askGo,
  ...(image && { debian: askDebian(image) }),
});
