import { generateKeyPairSync } from 'node:crypto';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { billOfMaterials } from './licenses.mjs';
import {
  basesFor,
  changelog,
  missingIn,
  notAudited,
  provenance,
  targetsOf,
  trialReasons,
  withBuilt,
  withSystem,
} from './release.mjs';
import { envelope, openEnvelope, seal, verifySeal } from './seal.mjs';

const keys = generateKeyPairSync('ed25519');
const otherKeys = generateKeyPairSync('ed25519');
const images = [{ name: 'parley', platform: 'linux/amd64', id: `sha256:${'a'.repeat(64)}`, megabytes: 150 }];

it('publishes the image of Parley and that for tests, and no stage of the build', () => {
  const dockerfile = readFileSync(join(import.meta.dirname, '../deploy/images/Dockerfile'), 'utf8');
  expect(targetsOf(dockerfile)).toEqual(['parley', 'all-in-one']);
});

it('can take the files that the build writes from an image', () => {
  const dockerfile = readFileSync(join(import.meta.dirname, '../deploy/images/Dockerfile'), 'utf8');
  const changed = withBuilt(dockerfile, 'parley-build-files:arm64');
  expect(changed).toMatch(/^FROM parley-build-files:arm64 AS build\n\nFROM \S+ AS nats$/m);
  expect(changed).not.toContain('pnpm');
  expect(targetsOf(changed)).toEqual(targetsOf(dockerfile));
});

it('makes the changelog from the titles of commits, and lists those apart that change nothing that is shipped', () => {
  const commits =
    '\0Add polls\n\nservices/messaging/src/polls.ts\nservices/messaging/test/polls.test.ts\n' +
    '\0Test the order of topics\n\nservices/messaging/src/topics.test.ts\ndeploy/releases.json\n' +
    '\0Give gateways more memory\n\ndeploy/helm/parley/values.yaml\n';
  expect(changelog('1.2.0', '2026-11-23', commits)).toBe(
    '# Parley 1.2.0 (2026-11-23)\n\n## Changes\n\n- Add polls\n- Give gateways more memory\n\n' +
      '## Tests, documents and tools\n\n- Test the order of topics\n',
  );
  expect(changelog('1.2.0', '2026-11-23', '')).toBe('# Parley 1.2.0 (2026-11-23)\n\nNo changes.\n');
});

it('tells why a folder is only a trial', () => {
  const base = { name: 'debian:bookworm-slim', id: 'sha256:b', isStandIn: false };
  const both = [...images, { ...images[0]!, platform: 'linux/arm64' }];
  expect(trialReasons({ isTrialKey: false, unpinned: [], bases: [base], images: both })).toEqual([]);
  const reasons = trialReasons({
    isTrialKey: true,
    unpinned: ['nats:2'],
    bases: [{ ...base, isStandIn: true }],
    images,
  });
  expect(reasons).toEqual([
    expect.stringContaining('PARLEY_RELEASE_KEY'),
    expect.stringContaining('debian:bookworm-slim'),
    expect.stringContaining('not pinned by their digests (npm run release -- pin): nats:2'),
    expect.stringContaining('linux/arm64'),
  ]);
});

it('lists packages of npm, Node, the distribution and Go in the bill of materials, and detects missing ones', () => {
  const libc =
    'Package: libc6\nStatus: install ok installed\nArchitecture: amd64\nVersion: 2.36-9+deb12u13\nDescription: C';
  const bill = withSystem(billOfMaterials(), '24.21.0', {
    debian: [libc],
    go: ['golang.org/x/sys@v0.1.0'],
    npm: ['@img/sharp-linux-riscv64@1.2.3'],
  });
  const purls = bill.components.map(({ purl }: { purl?: string }) => purl);
  expect(purls).toContain('pkg:generic/node@24.21.0');
  expect(purls).toContain('pkg:deb/debian/libc6@2.36-9%2Bdeb12u13?arch=amd64');
  expect(purls).toContain('pkg:golang/golang.org/x/sys@v0.1.0');
  expect(purls).toContain('pkg:npm/%40img/sharp-linux-riscv64@1.2.3');
  expect(purls.some((purl: string | undefined) => purl?.startsWith('pkg:npm/fastify@'))).toBe(true);
  expect(missingIn(bill, { debian: [libc], npm: [], go: ['golang.org/x/sys@v0.1.0'] })).toEqual([]);
  const others = { debian: [libc.replace('u13', 'u14')], npm: ['left-pad@1.0.0'], go: ['stdlib@go1.26.8'] };
  expect(missingIn(bill, others)).toEqual(['libc6@2.36-9+deb12u14', 'left-pad@1.0.0', 'stdlib@go1.26.8']);
});

it('signs the commit and the base images from which the images were built', () => {
  const commit = 'c'.repeat(40);
  const bases = [{ name: 'debian:bookworm-slim', id: `sha256:${'b'.repeat(64)}` }];
  const signed = envelope(provenance({ version: '1.2.0', commit, bases, images }), keys.privateKey);
  const statement = openEnvelope(signed, keys.publicKey);
  expect(statement.subject).toEqual([
    { name: 'parley/parley:1.2.0 (linux/amd64)', digest: { sha256: 'a'.repeat(64) } },
  ]);
  expect(statement.predicate.buildDefinition.resolvedDependencies[0].digest).toEqual({ gitCommit: commit });
  expect(() => openEnvelope(signed, otherKeys.publicKey)).toThrow(/not valid/);
  const changed = Buffer.from(signed.payload, 'base64').toString().replaceAll('aaaa', 'dddd');
  expect(() =>
    openEnvelope({ ...signed, payload: Buffer.from(changed).toString('base64') }, keys.publicKey),
  ).toThrow(/not valid/);
});

it('detects a file that was changed, removed or added after the signature', () => {
  const sealed = () => {
    const folder = mkdtempSync(join(tmpdir(), 'parley-release-'));
    writeFileSync(join(folder, 'images.json'), '{}');
    writeFileSync(join(folder, 'CHANGELOG.md'), '# 1\n');
    seal(folder, keys.privateKey);
    return folder;
  };
  verifySeal(sealed(), keys.publicKey);
  const changed = sealed();
  appendFileSync(join(changed, 'images.json'), ' ');
  expect(() => verifySeal(changed, keys.publicKey)).toThrow(/images.json has another checksum/);
  const removed = sealed();
  rmSync(join(removed, 'CHANGELOG.md'));
  expect(() => verifySeal(removed, keys.publicKey)).toThrow(/CHANGELOG.md is missing/);
  const added = sealed();
  writeFileSync(join(added, 'more'), '');
  expect(() => verifySeal(added, keys.publicKey)).toThrow(/more has another checksum/);
  expect(() => verifySeal(sealed(), otherKeys.publicKey)).toThrow(/signature of SHA256SUMS/);
});

it('finds kinds of components that the audit of a release leaves out', () => {
  const components = [
    { name: 'parley' },
    { name: 'a', version: '1.0.0', purl: 'pkg:npm/a@1.0.0' },
    { name: 'b', version: '1.0.0', purl: 'pkg:npm/b@1.0.0' },
    { name: 'c', version: '1', purl: 'pkg:golang/c@1' },
  ];
  const go = { kind: 'go', count: 1, reason: 'nobody knows' };
  expect(notAudited({ checked: [{ kind: 'npm', count: 2 }], unchecked: [go] }, { components })).toEqual([]);
  expect(notAudited({ checked: [{ kind: 'npm', count: 1 }], unchecked: [] }, { components })).toEqual([
    'audit.json does not cover the components of the kind npm.',
    'audit.json does not cover the components of the kind go.',
  ]);
});

it('builds from the pinned images, or from stand-ins that were made here, never from what a tag happens to name', () => {
  const pinned = `debian:12@sha256:${'a'.repeat(64)}`;
  const dockerfile = `ARG BUILD_IMAGE=${pinned}\nARG RUN_IMAGE=${pinned}\n`;
  const made = { RepoDigests: [], Config: {} };
  const labelled = { RepoDigests: ['debian@sha256:b'], Config: { Labels: { 'org.parley.stand-in': 'b' } } };
  const pulled = { RepoDigests: ['debian@sha256:b'], Config: {} };
  const from = (present: Record<string, object>, platform = 'linux/amd64') =>
    basesFor(dockerfile, platform, 'linux/amd64', (image: string) => present[image]).map(
      ({ name }: { name: string }) => name,
    );
  expect(from({})).toEqual([pinned, pinned]);
  expect(from({ 'debian:12': pulled })).toEqual([pinned, pinned]);
  expect(from({ 'debian:12': made, [pinned]: pulled })).toEqual([pinned, pinned]);
  expect(from({ 'debian:12': made })).toEqual(['debian:12', 'debian:12']);
  expect(from({ 'debian:12': labelled })).toEqual(['debian:12', 'debian:12']);
  const arm = { 'debian:12-arm64': made };
  expect(from(arm, 'linux/arm64')).toEqual([pinned, 'debian:12-arm64']);
  expect(from(arm)).toEqual([pinned, pinned]);
});
