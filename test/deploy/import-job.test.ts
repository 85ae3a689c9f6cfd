import { describe, expect, it } from 'vitest';
import { findHelm, render } from './chart.ts';
import { manifestsOf, schemaProblems } from './schemas.ts';
import type { Rule } from './workloads.ts';

const helm = findHelm();

describe.runIf(helm)('the job that imports an archive', () => {
  const archive = ['import.claim=archives', 'import.archive=slack/export.zip'];

  it.each(['small', 'combined'])('reaches importing, and nothing else, with the values of %s', (example) => {
    const manifests = manifestsOf(
      render(helm!, example, [...archive, 'import.into=Acme Ltd', 'import.dryRun=true']),
    );
    const job = manifests.find(
      ({ kind, metadata }) => kind === 'Job' && metadata.name.startsWith('parley-import-'),
    )!;
    const [container] = job.spec.template.spec.containers;
    expect(container.args).toEqual([
      ...['import', '/var/lib/parley/imports/slack/export.zip', '--into', 'Acme Ltd', '--dry-run', '--json'],
    ]);
    expect(job.spec.podFailurePolicy.rules[0].onExitCodes.values).toEqual([1]);
    const address = container.env.find(
      ({ name }: { name: string }) => name === 'PARLEY_IMPORTING_ADDRESSES',
    ).value;
    const [, host, port] = /^dns:\/\/\/([\w-]+)\.chat\.svc:(\d+)$/.exec(address)!;
    const service = manifests.find(({ kind, metadata }) => kind === 'Service' && metadata.name === host)!;
    const grpc = service.spec.ports.find(({ name }: { name: string }) => name === 'grpc');
    expect(grpc.port).toBe(Number(port));
    const policy = (name: string) =>
      manifests.find(({ kind, metadata }) => kind === 'NetworkPolicy' && metadata.name === name)!.spec;
    const egress = policy('parley-import').egress;
    expect(egress.map((rule: Rule) => rule.ports.map((each) => each.port))).toEqual([
      [53, 53],
      [Number(port)],
    ]);
    const [to] = egress[1].to;
    const runner = manifests.find(
      ({ kind, spec }) =>
        kind === 'Deployment' &&
        JSON.stringify(spec.selector.matchLabels) === JSON.stringify(to.podSelector.matchLabels),
    )!;
    const from = policy(runner.metadata.name).ingress.flatMap(
      (rule: { from?: unknown[] }) => rule.from ?? [],
    );
    expect(JSON.stringify(from)).toContain('"app.kubernetes.io/component":"import"');
    const pod = runner.spec.template.spec;
    expect(pod.volumes).toContainEqual({ name: 'imports', persistentVolumeClaim: { claimName: 'archives' } });
    expect(pod.containers[0].env).toContainEqual({
      name: 'PARLEY_IMPORTING_DIR',
      value: '/var/lib/parley/imports',
    });
    expect(schemaProblems(manifests)).toEqual([]);
  });

  it('has another name for another archive, removes an import, and needs a volume', () => {
    const jobOf = (...settings: string[]) =>
      manifestsOf(render(helm!, 'small', settings)).filter(
        ({ kind, metadata }) => kind === 'Job' && metadata.name.startsWith('parley-import-'),
      );
    const names = [archive, [...archive, 'import.dryRun=true'], ['import.undo=7']].map(
      (settings) => jobOf(...settings)[0]!.metadata.name,
    );
    expect(new Set(names).size).toBe(3);
    expect(jobOf('import.undo=7')[0]!.spec.template.spec.containers[0].args).toEqual([
      ...['import', '--undo', '7', '--json'],
    ]);
    expect(jobOf()).toEqual([]);
    expect(() => jobOf('import.archive=export.zip')).toThrow('import.claim must name the volume');
    expect(() => jobOf(...archive, 'import.undo=7')).toThrow('exclude each other');
  });
});
