import { describe, expect, it } from 'vitest';
import {
  compareVersions,
  debianFindings,
  goFindings,
  NotChecked,
  nodeFindings,
  npmFindings,
} from './advisories.mjs';

describe('packages of npm', () => {
  const components = [
    { name: 'a', version: '1.0.0' },
    { name: 'a', version: '2.0.0' },
    { name: '@scope/b', version: '3.0.0' },
  ];
  const advisory = {
    severity: 'high',
    title: 'broken',
    range: '<2.0.0',
    url: 'https://advisories.example/1',
  };
  /** What `npm audit` reports; the last package of the lockfile is the one that every registry knows. */
  const report = (vulnerabilities: object, total = 4) => ({
    vulnerabilities: { minimist: { nodes: ['node_modules/p3'], via: [advisory] }, ...vulnerabilities },
    metadata: { dependencies: { total } },
  });

  it('are vulnerable in the versions that npm names', () => {
    expect(npmFindings(report({}), components)).toEqual([]);
    const a = { nodes: ['node_modules/p0'], via: [advisory, 'another'] };
    expect(npmFindings(report({ a }), components)).toEqual([
      {
        severity: 'high',
        name: 'a',
        version: '1.0.0',
        title: 'broken',
        advice: 'affects <2.0.0: https://advisories.example/1',
      },
    ]);
  });

  it('are not checked when npm asked about fewer', () => {
    expect(() => npmFindings(report({}, 3), components)).toThrow(NotChecked);
  });
});

describe('Node.js', () => {
  const releases = [
    { version: '24.22.1', security: true },
    { version: '24.9.0', security: false },
    { version: '24.21.0', security: false },
    { version: '24.22.0', security: false },
    { version: '26.0.0', security: true },
  ];
  const node = (version: string) => [{ name: 'node', version }];

  it('is vulnerable when a later release of its major version fixes vulnerabilities', () => {
    expect(nodeFindings(releases, node('24.21.0'))).toMatchObject([
      { severity: 'high', advice: 'fixed in 24.22.1' },
    ]);
    expect(nodeFindings(releases, node('24.9.0'))).toHaveLength(1);
    expect(nodeFindings(releases, node('24.22.1'))).toEqual([]);
  });

  it('is not checked when the list does not have its version', () => {
    expect(() => nodeFindings(releases, node('24.23.0'))).toThrow(NotChecked);
  });
});

describe('packages of the distribution', () => {
  it('are vulnerable when it has a security update', () => {
    expect(debianFindings('libc6 2.36-9 2.36-10\ncomplete\n')).toEqual([
      expect.objectContaining({
        ...{ severity: 'high', name: 'libc6', version: '2.36-9', advice: 'fixed in 2.36-10' },
      }),
    ]);
    expect(debianFindings('complete\n')).toEqual([]);
  });

  it('are not checked when the distribution does not answer to the end', () => {
    expect(() => debianFindings('libc6 2.36-9 2.36-10\n', 'E: no network')).toThrow('E: no network');
    expect(() => debianFindings('', '')).toThrow(NotChecked);
  });
});

describe('modules of Go', () => {
  const entry = (name: string, ...events: object[]) => ({
    summary: 'broken',
    affected: [{ package: { name }, ranges: [{ type: 'SEMVER', events }] }],
  });
  const database: Record<string, object> = {
    'index/modules': [
      { path: 'stdlib', vulns: [{ id: 'GO-1', fixed: '1.25.3' }] },
      { path: 'example.org/m', vulns: [{ id: 'GO-2', fixed: '1.5.0' }, { id: 'GO-3' }] },
    ],
    'ID/GO-1': entry(
      'stdlib',
      { introduced: '0' },
      { fixed: '1.24.9' },
      { introduced: '1.25.0-0' },
      { fixed: '1.25.3' },
    ),
    'ID/GO-2': entry('example.org/m', { introduced: '1.2.0' }, { fixed: '1.5.0' }),
    'ID/GO-3': entry('example.org/other', { introduced: '0' }),
  };
  const find = async (name: string, version: string) => {
    const findings = await goFindings(async (path: string) => database[path], [{ name, version }]);
    return findings.map(({ severity, title, advice }: Record<string, string>) => [severity, title, advice]);
  };

  it.each([
    ['stdlib', 'go1.25.2', [['unknown', 'GO-1: broken', 'fixed in 1.25.3']]],
    ['stdlib', 'go1.24.9', []],
    ['stdlib', 'go1.25.3', []],
    ['example.org/m', 'v1.4.9', [['unknown', 'GO-2: broken', 'fixed in 1.5.0']]],
    ['example.org/m', 'v1.1.0', []],
    ['example.org/m', 'v1.5.0', []],
    ['example.org/m', 'v1.5.0-0.20260101000000-abcdef', [['unknown', 'GO-2: broken', 'fixed in 1.5.0']]],
    ['example.org/absent', 'v1.0.0', []],
  ])('%s %s is looked up by version', async (name, version, found) => {
    expect(await find(name, version)).toEqual(found);
  });
});

it('orders versions', () => {
  const ordered = [
    '1.0.0-1',
    '1.0.0-alpha',
    '1.0.0-alpha.1',
    '1.0.0-alpha.beta',
    '1.0.0',
    'v1.0.1',
    '1.2.0',
    '1.10',
  ];
  expect(ordered.toReversed().toSorted(compareVersions)).toEqual(ordered);
  expect(compareVersions('1.0.0-a.2', '1.0.0-a.10')).toBeLessThan(0);
  expect(compareVersions('v1.2.3', '1.2.3')).toBe(0);
});
