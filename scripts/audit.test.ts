import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  audit,
  debianFindings,
  exitCodeOf,
  lineOf,
  linesOf,
  NotChecked,
  nodeFindings,
  npmFindings,
  obstacles,
  shippedBySources,
  summaryOf,
} from './audit.mjs';

type Component = { name: string; version: string; purl?: string };
type Finding = { severity: string; name: string; version: string; title: string; fixed: string };

const npm = (name: string, version: string): Component => ({
  name,
  version,
  purl: `pkg:npm/${name}@${version}`,
});
const key = ({ name, version }: Component) => `${name}@${version}`;
const root = join(import.meta.dirname, '..');
const lockfile = readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8');

/** What `pnpm audit` answers when it knows an advisory about these packages. */
const answer = (severity: string, ...packages: Component[]) => ({
  metadata: {},
  advisories: Object.fromEntries(
    packages.map(({ name, version }, id) => [
      id,
      {
        module_name: name,
        severity,
        title: `${name} is broken`,
        patched_versions: '>=99.0.0',
        findings: [{ version, paths: ['.'] }],
      },
    ]),
  ),
});

const shipped: { components: Component[]; images: { name: string; packages: string[] }[] } =
  shippedBySources();
const find = (name: string) => shipped.components.find((each) => each.name === name)!;
const partsWith = (component: Component) =>
  shipped.images.filter(({ packages }) => packages.includes(key(component))).map(({ name }) => name);

describe('what is shipped', () => {
  it('has the packages of every image, and of the web client’s bundle', () => {
    expect(shipped.images.map(({ name }) => name).toSorted()).toEqual(
      [
        ...['all-in-one', 'channel', 'doctor', 'event-queue', 'gateway', 'messaging', 'migrate', 'notify'],
        ...['relay', 'upload', 'user-admin', 'web client'],
      ].toSorted(),
    );
    const known = new Set(shipped.components.map(key));
    for (const { name, packages } of shipped.images) {
      expect([name, packages.filter((each) => !known.has(each))]).toEqual([name, []]);
      expect(packages.length).toBeGreaterThan(5);
    }
    // The libraries of the web client are development dependencies, which end up in its bundle.
    const { packages } = shipped.images.find(({ name }) => name === 'web client')!;
    expect(packages).toContain(key(find('dompurify')));
    expect(partsWith(find('@tus/server'))).toEqual(['gateway', 'all-in-one']);
  });

  it('has known vulnerabilities of the web client’s libraries, and not those of tools', async () => {
    const tool = npm('vitest', /'?vitest@(\d[^:'(]*)'?:/.exec(lockfile)![1]!);
    const report = await audit(
      shipped.components.filter(({ purl }) => purl?.startsWith('pkg:npm/')),
      {
        npm: (components: Component[]) =>
          npmFindings(answer('high', find('dompurify'), tool), components, lockfile),
      },
    );
    expect(report.findings.map(({ name }: Finding) => name)).toEqual(['dompurify']);
    const client = shipped.images.find(({ name }) => name === 'web client')!;
    const summary = summaryOf(report, shipped.components, client.packages);
    expect(summary).toMatchObject({ notChecked: 0, vulnerable: [key(find('dompurify'))] });
    expect([exitCodeOf(report), obstacles(report, ['all'])]).toEqual([
      1,
      [expect.stringContaining('dompurify')],
    ]);
  });
});

describe('advisories that cannot be had', () => {
  const refused = { error: { code: 'ERR_PNPM_AUDIT_BAD_RESPONSE', message: 'responded with 405' } };
  const components = [npm('dompurify', '1.0.0'), { name: 'go', version: '1', purl: 'pkg:golang/go@1' }];
  const sources = { npm: (those: Component[]) => npmFindings(refused, those, lockfile) };

  it('are reported as not checked, everywhere', async () => {
    const report = await audit(components, sources);
    expect(report).toEqual({
      checked: [],
      findings: [],
      unchecked: [
        { kind: 'go', count: 1, reason: expect.stringContaining('no source') },
        { kind: 'npm', count: 1, reason: expect.stringContaining('responded with 405') },
      ],
    });
    expect(linesOf(report).join('\n')).toMatch(/NOT CHECKED: 1 of go\..*\nNOT CHECKED: 1 of npm\..*405/);
    expect(lineOf('gateway', summaryOf(report, components, components.map(key)))).toBe(
      'gateway: 2 components, 2 NOT CHECKED, no known vulnerabilities',
    );
    expect(exitCodeOf(report)).toBe(2);
  });

  it('end a release unless it is told to go on without them', async () => {
    const report = await audit(components, sources);
    const [text] = obstacles(report, []);
    expect(text).toContain('PARLEY_RELEASE_UNCHECKED=go,npm');
    expect(obstacles(report, ['go'])).toEqual([expect.stringContaining('Not checked: npm')]);
    expect([obstacles(report, ['go', 'npm']), obstacles(report, ['all'])]).toEqual([[], []]);
  });

  it('do not hide other failures', async () => {
    const broken = { npm: () => Promise.reject(new TypeError('a mistake')) };
    await expect(audit(components, broken)).rejects.toThrow('a mistake');
  });

  it('include packages that the registry was not asked about', () => {
    const unknown = npm('no-such-package', '1.2.3');
    expect(() => npmFindings(answer('low'), [unknown], lockfile)).toThrow(NotChecked);
    expect(() => npmFindings(answer('low'), [unknown], lockfile)).toThrow('no-such-package@1.2.3');
  });
});

describe('Node.js', () => {
  const releases = [
    { version: '24.9.0', security: false },
    { version: '24.21.0', security: false },
    { version: '24.22.0', security: false },
    { version: '24.22.1', security: true },
    { version: '26.0.0', security: true },
    { version: '24.30.0-rc.1', security: true },
  ];
  const node = (version: string) => [{ name: 'node', version, purl: `pkg:generic/node@${version}` }];

  it('is vulnerable when a later release of its major version fixes vulnerabilities', () => {
    expect(nodeFindings(releases, node('24.21.0'))).toMatchObject([{ severity: 'high', fixed: '24.22.1' }]);
    expect(nodeFindings(releases, node('24.9.0'))).toHaveLength(1);
    expect(nodeFindings(releases, node('24.22.1'))).toEqual([]);
    expect(() => nodeFindings(releases, node('24.23.0'))).toThrow(NotChecked);
  });
});

describe('packages of the distribution', () => {
  it('are vulnerable when it has a security update', () => {
    expect(debianFindings('libc6 2.36-9 2.36-10\ncomplete\n')).toEqual([
      expect.objectContaining({ severity: 'high', name: 'libc6', version: '2.36-9', fixed: '2.36-10' }),
    ]);
    expect(debianFindings('complete\n')).toEqual([]);
  });

  it('are not checked when the distribution does not answer to the end', () => {
    expect(() => debianFindings('libc6 2.36-9 2.36-10\n', 'E: no network')).toThrow('E: no network');
    expect(() => debianFindings('', '')).toThrow(NotChecked);
  });
});

describe('the command', () => {
  /** Runs it with a package registry that gives this answer, and no list of releases of Node.js. */
  function run(told: object) {
    const folder = mkdtempSync(join(tmpdir(), 'parley-audit-test-'));
    try {
      const write = (name: string, text: string) => writeFileSync(join(folder, name), text, { mode: 0o755 });
      write('answer.json', JSON.stringify(told));
      write('npx', `#!/bin/sh\ncat "${join(folder, 'answer.json')}"\nexit 1\n`);
      write('npm', '#!/bin/sh\necho refused >&2\nexit 1\n');
      const { status, stdout } = spawnSync(process.execPath, [join(import.meta.dirname, 'audit.mjs')], {
        encoding: 'utf8',
        env: { ...process.env, PATH: folder + delimiter + process.env.PATH },
      });
      return { status, stdout };
    } finally {
      rmSync(folder, { recursive: true });
    }
  }

  it('ends with 2, and names what was not checked, where the registry refuses', () => {
    const { status, stdout } = run({ error: { message: 'responded with 405' } });
    expect(status).toBe(2);
    expect(stdout).toMatch(/^NOT CHECKED: \d+ of npm\. .*405/m);
    expect(stdout).toMatch(/^NOT CHECKED: 1 of node\. .*refused/m);
    expect(stdout).toMatch(/^web client: \d+ components, \d+ NOT CHECKED/m);
  });

  it('ends with 1 for a serious vulnerability, even while something else was not checked', () => {
    const { status, stdout } = run(answer('critical', find('dompurify')));
    expect(status).toBe(1);
    expect(stdout).toMatch(/^critical {2}dompurify@\S+: dompurify is broken/m);
    expect(stdout).toMatch(/^web client: .*with known vulnerabilities: dompurify@/m);
    expect(run(answer('moderate', find('dompurify'))).status).toBe(2);
  });
});
