import { expect, it } from 'vitest';
import { findHelm, render } from './chart.ts';
import { manifestsOf } from './schemas.ts';

const helm = findHelm();

it.runIf(helm)('gives upload the identity of the service account instead of keys', () => {
  const role = 'arn:aws:iam::111122223333:role/parley';
  const text = render(helm!, 'small', [
    'objects.signIn=identity',
    'externalPictures=off',
    `serviceAccount.annotations.eks\\.amazonaws\\.com/role-arn=${role}`,
  ]);
  const manifests = manifestsOf(text);
  const named = (kind: string, name: string) =>
    manifests.find((each) => each.kind === kind && each.metadata.name === name)!;
  const [container] = named('Deployment', 'parley-upload').spec.template.spec.containers;
  const names: string[] = container.env.map(({ name }: { name: string }) => name);
  expect(names).toContain('PARLEY_UPLOAD_S3_ENDPOINT');
  expect(names.filter((name) => /S3_.*KEY/.test(name))).toEqual([]);
  expect(named('ServiceAccount', 'parley').metadata).toMatchObject({
    annotations: { 'eks.amazonaws.com/role-arn': role },
  });
  const { egress } = named('NetworkPolicy', 'parley-upload').spec;
  expect(egress).toContainEqual({ ports: [{ protocol: 'TCP', port: 443 }] });
  expect(egress).toContainEqual({
    ports: [{ protocol: 'TCP', port: 80 }],
    to: [{ ipBlock: { cidr: '169.254.170.23/32' } }],
  });
});
