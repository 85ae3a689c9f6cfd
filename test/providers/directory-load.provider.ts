import { type Body, Cluster } from '@parley/test-kit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Slapd } from './slapd.ts';

const people = 10_000;
let slapd: Slapd;

const entryOf = (n: number) => `dn: uid=person-${n},ou=people,dc=test
objectClass: inetOrgPerson
uid: person-${n}
cn: Person ${n}
sn: ${n}
mail: person-${n}@test.example
`;

beforeAll(async () => {
  slapd = await Slapd.start(Array.from({ length: people }, (_, n) => entryOf(n)).join('\n'));
});

afterAll(() => slapd?.stop());

it(`${people} people are synchronized in less than a minute`, async () => {
  await using cluster = await Cluster.start({ env: { PARLEY_SIGN_IN_FILE: slapd.signInFile() } });
  const sync = () =>
    cluster.asOperator(async (userAdmin, call) => {
      const since = performance.now();
      let reports = 0;
      let created = 0;
      const request = { dryRun: false, allowDeactivations: false };
      for await (const report of userAdmin.syncDirectory(request, call)) {
        reports++;
        created = report.created;
      }
      return { seconds: (performance.now() - since) / 1_000, reports, created };
    }, 280_000);
  const first = await sync();
  const again = await sync();
  process.stdout.write(
    `${people} people: synchronized in ${first.seconds.toFixed(1)} s, again without a change in ${again.seconds.toFixed(1)} s\n`,
  );
  expect(first).toMatchObject({ created: people });
  expect(first.reports).toBeGreaterThan(people / 1_000);
  expect(again.created).toBe(0);
  const { members } = await cluster.organization.owner.api.get('/users');
  expect(
    members.filter(({ delivery_email }: Body) => String(delivery_email).startsWith('person-')),
  ).toHaveLength(people);
  expect(first.seconds).toBeLessThan(60);
});
