import { Network, Organization } from '@parley/test-kit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Slapd } from './slapd.ts';

let slapd: Slapd;
let network: Network;

const entries = `dn: uid=anna,ou=people,dc=test
objectClass: inetOrgPerson
uid: anna
cn:: ${Buffer.from('Anna (Zoë) Berg').toString('base64')}
sn: Berg
mail: anna@test.example
userPassword: anna-secret

dn: cn=Boss\\, The (Big),ou=people,dc=test
objectClass: inetOrgPerson
uid: boss
cn: Boss, The (Big)
sn: Boss
mail: boss@test.example
userPassword: boss-secret

dn: uid=night,ou=people,dc=test
objectClass: inetOrgPerson
uid: night
cn: Night
sn: Night
mail: night@test.example
userPassword: night-secret

dn: cn=chat-admins,ou=groups,dc=test
objectClass: groupOfNames
cn: chat-admins
member: cn=Boss\\, The (Big),ou=people,dc=test
member: cn=Shift\\, Night,ou=groups,dc=test

dn: cn=Shift\\, Night,ou=groups,dc=test
objectClass: groupOfNames
cn: Shift, Night
member: uid=night,ou=people,dc=test
`;

beforeAll(async () => {
  slapd = await Slapd.start(entries);
  network = await Network.start({ env: { PARLEY_SIGN_IN_FILE: slapd.signInFile() } });
  await Organization.create(network);
});

afterAll(async () => {
  await network?.stop();
  slapd?.stop();
});

async function accountOf(username: string, password: string) {
  const { api_key: apiKey, email } = await network.client().post('/fetch_api_key', { username, password });
  return network.client({ email, apiKey }).get('/users/me');
}

it('people of OpenLDAP sign in by name and address, with the role of their group', async () => {
  const anna = await accountOf('anna', 'anna-secret');
  expect(anna).toMatchObject({
    full_name: 'Anna (Zoë) Berg',
    delivery_email: 'anna@test.example',
    role: 400,
  });
  expect((await accountOf('anna@test.example', 'anna-secret')).user_id).toBe(anna.user_id);
  expect(await accountOf('boss', 'boss-secret')).toMatchObject({ full_name: 'Boss, The (Big)', role: 200 });
  // The role comes from a nested group: a group that is a member of the administrators' group.
  expect(await accountOf('night', 'night-secret')).toMatchObject({ full_name: 'Night', role: 200 });
});

it('OpenLDAP refuses wrong and empty passwords, and user names with filter syntax', async () => {
  for (const [username, password] of [
    ['anna', 'boss-secret'],
    ['anna', ' '],
    ['*', 'anna-secret'],
    ['anna)(uid=*', 'anna-secret'],
    ['nobody', 'anna-secret'],
  ] as const) {
    await expect(accountOf(username, password)).rejects.toMatchObject({ status: 401 });
  }
});
