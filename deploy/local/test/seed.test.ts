import { SetupError } from '@parley/embedded';
import { expect, it } from 'vitest';
import { seedDemo } from '../src/seed.ts';
import type { SeedContext } from '../src/seed-context.ts';
import { FakeOrganization } from './fake-organization.ts';
import { temporaryFolder } from './support.ts';

async function prepare(organization: FakeOrganization) {
  const context: SeedContext = {
    organization: 'demo',
    url: await organization.listen(),
    dataDir: temporaryFolder(),
    userAdminAddresses: [],
    importingAddresses: [],
    rpcSecret: '',
    signal: new AbortController().signal,
    say: () => {},
  };
  return () => seedDemo(context, () => organization.operator, { tries: 5, baseMs: 1, maxMs: 1 });
}

function describe(organization: FakeOrganization) {
  return {
    people: organization.people.map(({ email, role, isBot }) => ({ email, role, isBot })),
    channels: [...organization.channels],
    messages: organization.messages,
  };
}

async function seededOnce() {
  const organization = new FakeOrganization();
  await (await prepare(organization))();
  return describe(organization);
}

it('creates the demo organization', async () => {
  const { people, channels, messages } = await seededOnce();
  const name = (email: string) => email.replace('@demo.example', '');
  expect(people.map(({ email, role }) => `${name(email)} ${role}`)).toEqual([
    'owner 100',
    'admin 200',
    'moderator 300',
    'member1 400',
    'member2 400',
    'member3 400',
    'member4 400',
    'guest 600',
    'helper-bot 400',
  ]);
  expect(
    channels.map(([channel, { members, isPrivate, posters }]) => [channel, members.size, isPrivate, posters]),
  ).toEqual([
    ['general', 9, false, undefined],
    ['design', 4, false, undefined],
    ['engineering', 6, false, undefined],
    ['leadership', 2, true, undefined],
    ['announcements', 9, false, '7'],
  ]);
  expect(messages.length).toBeGreaterThan(25);
  expect(messages.filter(({ reactions }) => reactions.length > 0).length).toBeGreaterThan(5);
  // The demo shows every kind of content: a picture, a poll, code, a mention, a quote.
  for (const part of ['/user_uploads/', '/poll ', '```css', '@**', '```quote']) {
    expect(messages.some(({ content }) => content.includes(part))).toBe(true);
  }
});

it('completes a seeding that was interrupted at any point, without repeating a change', async () => {
  const whole = await seededOnce();
  // Interrupts seeding at each of the first 20 changes, and then at every sixth change, because all later changes are similar
  // messages.
  for (let changes = 0; ; changes += changes < 20 ? 1 : 6) {
    const organization = new FakeOrganization();
    const seed = await prepare(organization);
    organization.changesLeft = changes;
    const cutOff = await seed().then(
      () => false,
      () => true,
    );
    organization.changesLeft = Number.POSITIVE_INFINITY;
    await seed();
    expect(describe(organization)).toEqual(whole);
    if (!cutOff) break;
  }
});

it('retries after a server failure, without repeating a change', async () => {
  const organization = new FakeOrganization();
  const seed = await prepare(organization);
  organization.failures = ['third', 'second', 'first'];
  await seed();
  expect(organization.failures).toEqual([]);
  expect(describe(organization)).toEqual(await seededOnce());
});

it('fails with the server’s message when the failure lasts', async () => {
  const organization = new FakeOrganization();
  const seed = await prepare(organization);
  organization.failures = Array(100).fill('Out of order (request ID: abc)');
  await expect(seed()).rejects.toThrow(
    new SetupError(
      'The demo organization could not be made: POST /api/v1/fetch_api_key failed with 503: Out of order (request ID: abc)',
    ),
  );
});

it('runs once, so that content deleted afterwards stays deleted', async () => {
  const organization = new FakeOrganization();
  const seed = await prepare(organization);
  await seed();
  organization.messages.length = 0;
  await seed();
  expect(organization.messages).toEqual([]);
});

it('leaves an organization other than the demo unchanged', async () => {
  const organization = new FakeOrganization();
  organization.exists = true;
  await (await prepare(organization))();
  expect(organization.people).toEqual([]);
});
