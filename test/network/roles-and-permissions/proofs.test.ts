import { type Db, sql } from '@parley/db';
import { keyAreas } from '@parley/rules';
import { type Body, Network, Organization, type Person, testPassword } from '@parley/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { routes, transfers } from '../../../services/gateway/src/http/routes.ts';
import { openDatabase } from '../open-database.ts';
import { signInSteps } from '../sign-in/sign-in-steps.ts';
import { ageProofs, removePassword } from './stored-proofs.ts';

// Lists the operations with a dangerous effect (docs/decisions/second-factors.md#dangerous-steps), and what callers must prove for
// it. An operation whose parameters, answer or path suggest such an effect needs an entry, otherwise this test fails.

let network: Network;
let organization: Organization;
let db: Db;

beforeAll(async () => {
  network = await Network.start();
  organization = await Organization.create(network);
  db = openDatabase(network);
  await prepareCallers();
}, 120_000);
afterAll(async () => {
  await db?.close();
  await network?.stop();
});

const password = testPassword;
const { add, signedIn, withApp } = signInSteps(() => ({ network, organization }));

/** Somebody who makes a call, and the account for which it is made. */
type Caller = {
  userId: number;
  raw(method: string, path: string, form?: Body): Promise<{ status: number; body: Body }>;
};

/** Kinds of callers. All people are owners without a second factor, unless the name says otherwise. */
const kinds = [
  'session that was just opened',
  'session with an old confirmation',
  'session with an old confirmation, of a person with a factor',
  'full key',
  'full key of a person with a factor',
  'limited key with all areas',
  'key of a bot whose owner has a factor',
] as const;
type Kind = (typeof kinds)[number];
const callers = {} as Record<Kind, Caller>;

/** Result of a call: refused until the caller has confirmed the session, refused for a limited key, or neither. */
type Outcome = 'unproven' | 'limited' | 'passed';

const outcomeOf = ({ status, body }: { status: number; body: Body }): Outcome => {
  if (body.code === 'CONFIRMATION_REQUIRED') return 'unproven';
  return status === 403 && body.code === 'ACCESS_DENIED' ? 'limited' : 'passed';
};

/** What the guard lets through: sessions that are confirmed, and full keys of people without a factor. */
const byProof: Readonly<Record<Kind, Outcome>> = {
  'session that was just opened': 'passed',
  'session with an old confirmation': 'unproven',
  'session with an old confirmation, of a person with a factor': 'unproven',
  'full key': 'passed',
  'full key of a person with a factor': 'unproven',
  'limited key with all areas': 'limited',
  'key of a bot whose owner has a factor': 'unproven',
};

type Attempt = { path?: string; form?: Body };

type Dangerous = {
  /** Returns a call with the effect. It runs for each caller, so that the effect is possible each time. */
  attempt(caller: Caller): Attempt | Promise<Attempt>;
  /** Outcomes that differ from `byProof`. */
  except?: Partial<Record<Kind, Outcome>>;
  /** Error message for callers who pass the guard; absent when they succeed. */
  refusal?: RegExp;
};

let counter = 0;
const fresh = (prefix: string) => `${prefix}${++counter}`;
const address = () => `${fresh('someone')}@test.example`;

/** Creates a person, with a role if it is given, and returns the ID. */
async function newPerson(role?: number): Promise<number> {
  const userId = await organization.createAccount(fresh('target'));
  if (role !== undefined) await organization.owner.api.patch(`/users/${userId}`, { role });
  return userId;
}

async function newBot(): Promise<number> {
  const name = fresh('helper');
  const { user_id } = await organization.owner.api.post('/bots', { full_name: name, short_name: name });
  return user_id as number;
}

const confirmingOwn: Dangerous['except'] = { 'full key': 'unproven' };
/** The caller is refused because of the role or because it is a bot, before the guard. */
const botsMayNot: Dangerous['except'] = { 'key of a bot whose owner has a factor': 'passed' };

/** Each operation with a dangerous effect, or the reason for which it needs no proof. An operation may have several effects. */
const table: Readonly<Record<string, string | Dangerous | readonly Dangerous[]>> = {
  // An API key is created or shown.
  'regenerate-own-api-key': { attempt: () => ({}) },
  'create-api-key': { attempt: () => ({ form: { name: 'Script' } }) },
  'rotate-api-key': {
    attempt: async ({ userId }) => ({ path: `/users/me/api_keys/${await storedKey(userId)}/rotate` }),
  },
  'add-bot': {
    attempt: () => ({ form: { full_name: fresh('Robot '), short_name: fresh('robot') } }),
    except: botsMayNot,
  },
  'get-bot-api-key': { attempt: async () => ({ path: `/bots/${await newBot()}/api_key` }) },
  'regenerate-bot-api-key': {
    attempt: async () => ({ path: `/bots/${await newBot()}/api_key/regenerate` }),
  },
  'delete-api-key': 'it only ends a key',
  'get-api-keys': 'it lists names, the keys themselves are not stored',
  'get-user-api-keys': 'it lists names and uses, no key',
  'delete-user-api-key': 'it ends a key, and shows none',
  'delete-user-api-keys': 'it ends keys; nobody sees the key that takes the place of the own one',
  'fetch-api-key': 'the password in the request is the proof',
  'jwt-fetch-api-key': 'the token of the issuer in the request is the proof',
  'dev-fetch-api-key': 'only development servers have it',

  // An account or an invitation gets a role.
  'update-user': [
    {
      attempt: async () => ({ path: `/users/${await newPerson()}`, form: { role: 100 } }),
      except: botsMayNot,
    },
    { attempt: async () => ({ path: `/users/${await newPerson()}`, form: { role: 200 } }) },
    {
      attempt: async () => ({ path: `/users/${await newPerson()}`, form: { new_email: address() } }),
      except: botsMayNot,
    },
  ],
  'update-bot': [
    { attempt: async () => ({ path: `/bots/${await newBot()}`, form: { role: 200 } }) },
    {
      attempt: async () => ({
        path: `/bots/${await newBot()}`,
        form: { bot_owner_id: await newPerson() },
      }),
    },
  ],
  'send-invites': [
    {
      attempt: () => ({ form: { invitee_emails: address(), stream_ids: [], invite_as: 100 } }),
      except: botsMayNot,
    },
    {
      attempt: () => ({ form: { invitee_emails: address(), stream_ids: [], invite_as: 200 } }),
      except: botsMayNot,
    },
  ],
  'create-invite-link': { attempt: () => ({ form: { invite_as: 200 } }), except: botsMayNot },
  'resend-email-invite': {
    attempt: async () => ({ path: `/invites/${await newInvitation()}/resend` }),
  },
  'reactivate-user': {
    attempt: async () => ({ path: `/users/${await deactivatedAdministrator()}/reactivate` }),
  },
  'create-user': 'the account is a member’s',
  'get-invites': 'it shows links that exist',
  'get-bots': 'it shows no keys, although the schema permits them',
  'get-outgoing-webhook':
    'its token and secret let nobody into Parley: they tell a program that a request is from Parley; full keys only',
  'update-outgoing-webhook':
    'the program gets only messages that the bot may read; its secret tells it that they are from Parley; full keys only',
  'register-queue': 'it shows no keys, although the schema permits them',
  'get-events': 'it shows no keys, although the schema permits them',

  // An address or a way of signing in changes.
  'update-settings': [
    { attempt: () => ({ form: { email: address() } }), except: botsMayNot },
    {
      attempt: () => ({ form: { old_password: password, new_password: password } }),
      // The old password in the request is what a person without a factor confirms with.
      except: { ...botsMayNot, 'session with an old confirmation': 'passed' },
    },
  ],
  'update-display-settings': { attempt: () => ({ form: { email: address() } }), except: botsMayNot },
  'update-notification-settings': { attempt: () => ({ form: { email: address() } }), except: botsMayNot },
  'begin-totp': { attempt: () => ({}), except: { ...botsMayNot, ...confirmingOwn } },
  'confirm-totp': {
    attempt: () => ({ form: { code: '123456' } }),
    except: { ...botsMayNot, ...confirmingOwn },
    refusal: /This code is not right|no authenticator app to confirm/,
  },
  'begin-passkey': { attempt: () => ({}), except: { ...botsMayNot, ...confirmingOwn } },
  'add-passkey': 'it takes the challenge of begin-passkey, and requires the same proof after it',
  'remove-totp': { attempt: () => ({}), refusal: /no authenticator app/ },
  'remove-passkey': { attempt: () => ({ path: '/users/me/passkeys/1' }), refusal: /No such passkey/ },
  'create-recovery-codes': { attempt: () => ({}), refusal: /add a second factor first/ },
  'reset-second-factors': {
    attempt: async () => ({ path: `/users/${await personWithPasskey()}/second_factors` }),
  },
  'update-passkey': 'it only renames',
  'get-second-factors': 'it shows no secret',
  'update-realm': [
    ...[
      { require_second_factor: 'owners' },
      { second_factor_after_provider: true },
      // `resetSettings` switches it off.
      { authentication_methods: { Email: true } },
      { message_retention_days: 30 },
    ].map(
      (form): Dangerous => ({
        attempt: async () => {
          await resetSettings();
          return { form };
        },
        except: botsMayNot,
      }),
    ),
  ],

  // Contents leave or are erased.
  'export-realm': { attempt: () => ({ form: { export_type: 1 } }), refusal: /export/i },
  'export-own-data': {
    attempt: () => ({}),
    except: botsMayNot,
    refusal: /export/i,
  },
  'export-person-data': {
    attempt: async () => ({ path: `/users/${await newPerson()}/export` }),
    except: botsMayNot,
  },
  'erase-user': {
    attempt: async () => ({ path: `/users/${await newPerson()}/erase` }),
    except: botsMayNot,
  },
  'delete-realm-export': 'it deletes a copy',
  'get-realm-exports': 'it lists exports that were proven',
  'get-own-exports': 'it lists exports that were proven',
  'get-person-exports': 'it lists exports that were proven',
  'get-realm-export-consents': 'it lists who consents',

  // An archive brings accounts with roles, and its removal deletes contents.
  'start-import': {
    attempt: () => ({ form: { upload_url: '/user_uploads/1/none/none.zip', dry_run: true } }),
    except: botsMayNot,
    refusal: /import is under way/,
  },
  'stop-import': {
    attempt: () => ({ path: '/imports/1000000/stop' }),
    except: botsMayNot,
    refusal: /no such import/,
  },
  'undo-import': {
    attempt: () => ({ path: '/imports/1000000' }),
    except: botsMayNot,
    refusal: /no such import/,
  },

  // Nobody is signed in yet.
  'sign-in': 'the password in the request is the proof',
  'complete-sign-in': 'the factor in the request is the proof',
  'begin-passkey-sign-in': 'it returns a challenge',
  'begin-sign-in-totp': 'the token of the pending sign-in is the proof',
  'confirm-sign-in-totp': 'the token of the pending sign-in is the proof',
  'begin-sign-in-passkey': 'the token of the pending sign-in is the proof',
  'add-sign-in-passkey': 'the token of the pending sign-in is the proof',
  'begin-confirmation': 'it is part of a proof',
  'confirm-session': 'it is the proof',
  'set-up': 'the secret of the setup link is the proof',
  join: 'an invitation that its inviter may still give is the proof',
  'confirm-address': 'it mails a link to the address',
  'confirm-email-change': 'the mailed link is the proof',
  'request-password-reset': 'it mails a link to the address',
  'reset-password': 'the mailed link is the proof',
};

/** Names of parameters and of members of answers that suggest a dangerous effect. */
const dangerousParameters = new Set([
  'role',
  'invite_as',
  'email',
  'new_email',
  'password',
  'new_password',
  'bot_owner_id',
  'authentication_methods',
  'require_second_factor',
  'second_factor_after_provider',
]);
const dangerousMembers = new Set(['api_key', 'invite_link', 'link_url', 'recovery_codes', 'secret']);
const dangerousPaths = /export|erase|second_factor|passkey|totp|api_key|bots$|resend|reactivate/;

/** Returns the names of all members in the schema of an answer. */
function membersOf(answer: z.ZodType | undefined): string[] {
  if (!answer) return [];
  const names: string[] = [];
  const walk = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    for (const [name, value] of Object.entries(node)) {
      if (name === 'properties') names.push(...Object.keys(value as object));
      walk(value);
    }
  };
  walk(z.toJSONSchema(answer, { unrepresentable: 'any' }));
  return names;
}

describe('the list of dangerous operations', () => {
  const suspicious = [...routes, ...transfers].filter((each) => {
    const names = 'params' in each ? (each.params as { names: readonly string[] }).names : [];
    const answer = 'answer' in each ? (each.answer as z.ZodType | undefined) : undefined;
    return (
      dangerousPaths.test(each.path) ||
      names.some((name) => dangerousParameters.has(name)) ||
      membersOf(answer).some((name) => dangerousMembers.has(name))
    );
  });

  it('has an entry for each operation whose parameters, answer or path suggest a dangerous effect', () => {
    const missing = suspicious.map(({ operation }) => operation).filter((name) => !(name in table));
    expect(missing).toEqual([]);
  });

  it('has no entry for an operation that does not exist', () => {
    const known = new Set([...routes, ...transfers].map(({ operation }) => operation));
    expect(Object.keys(table).filter((name) => !known.has(name))).toEqual([]);
  });
});

const cases = Object.entries(table).flatMap(([operation, entry]) => {
  if (typeof entry === 'string') return [];
  const list = Array.isArray(entry) ? (entry as readonly Dangerous[]) : [entry as Dangerous];
  return list.map((dangerous, at) => ({
    name: list.length > 1 ? `${operation}, effect ${at + 1}` : operation,
    route: routes.find((route) => route.operation === operation)!,
    dangerous,
  }));
});

describe('a dangerous operation', () => {
  it.each(cases)('$name passes only for callers who have proven enough', async ({ route, dangerous }) => {
    const found = {} as Record<Kind, Outcome>;
    // Callers who pass come last, because an export that is pending, for example, refuses the others for another reason.
    const expected = { ...byProof, ...dangerous.except };
    const order = [...kinds].sort((one, other) => rank(expected[one]) - rank(expected[other]));
    for (const kind of order) {
      const { path = route.path, form = {} } = await dangerous.attempt(callers[kind]);
      expect(path).not.toContain('{');
      await ageConfirmations(kind);
      const answer = await callers[kind].raw(route.method, path, form);
      found[kind] = outcomeOf(answer);
      if (kind === 'key of a bot whose owner has a factor') expect(answer.status).not.toBe(200);
      else if (found[kind] === 'passed' && dangerous.refusal) {
        expect(answer.status === 200 || dangerous.refusal.test(answer.body.msg)).toBe(true);
      } else if (found[kind] === 'passed') expect([kind, answer.body.msg]).toEqual([kind, '']);
    }
    expect(found).toEqual(expected);
  });

  it('says how a session can be confirmed', async () => {
    await db.execute(sql`update user_admin.organization set settings = settings - 'authentication_methods'`);
    const factorsFor = async (kind: Kind) => {
      await ageConfirmations(kind);
      const { body } = await callers[kind].raw('POST', '/users/me/api_keys', { name: 'Script' });
      return [body.code, body.factors];
    };
    expect(await factorsFor('session with an old confirmation')).toEqual([
      'CONFIRMATION_REQUIRED',
      ['password'],
    ]);
    expect(await factorsFor('session with an old confirmation, of a person with a factor')).toEqual([
      'CONFIRMATION_REQUIRED',
      ['totp', 'recovery_code'],
    ]);
  });

  it('passes once the session of a person without a factor is confirmed with the password', async () => {
    const kind = 'session with an old confirmation';
    await ageConfirmations(kind);
    const { raw } = callers[kind];
    expect((await raw('POST', '/sessions/current/confirmation', { password: 'wrong' })).status).toBe(400);
    expect((await raw('POST', '/users/me/api_keys', { name: 'Script' })).status).toBe(403);
    expect((await raw('POST', '/sessions/current/confirmation', { password })).status).toBe(200);
    expect((await raw('POST', '/users/me/api_keys', { name: 'Script' })).status).toBe(200);
  });

  it('asks people without a password to sign in again', async () => {
    const person = await add(fresh('external'));
    const page = await signedIn(person);
    await removePassword(db, person.userId);
    await ageProofs(db, person.userId);
    const { status, body } = await page.raw('POST', '/users/me/api_keys', { name: 'Script' });
    expect([status, body.code, body.factors]).toEqual([403, 'CONFIRMATION_REQUIRED', ['sign_in']]);
    expect(body.msg).toBe('Please sign in again to confirm that it is you, and then repeat this step.');
  });
});

describe('a bot', () => {
  it('never becomes an owner', async () => {
    const { api } = organization.owner;
    const botId = await newBot();
    for (const path of [`/bots/${botId}`, `/users/${botId}`]) {
      const { status, body } = await api.raw('PATCH', path, { role: 100 });
      expect([path, status, body.msg]).toEqual([path, 400, 'A bot cannot be an organization owner.']);
    }
    await api.patch(`/bots/${botId}`, { role: 200 });
    const { user } = await api.get(`/users/${botId}`);
    expect(user.role).toBe(200);
  });
});

const rank = (outcome: Outcome): number => ['limited', 'unproven', 'passed'].indexOf(outcome);

/** Makes the confirmations of a caller too old, if its kind says so. */
async function ageConfirmations(kind: Kind): Promise<void> {
  if (!kind.includes('old confirmation')) return;
  await ageProofs(db, callers[kind].userId);
}

async function prepareCallers(): Promise<void> {
  const owner = async (name: string): Promise<Person> => {
    const person = await add(name);
    await makeOwner(person.userId);
    return person;
  };
  const [newcomer, plain] = [await owner('newcomer'), await owner('plain')];
  const keyed = await owner('keyed');
  const { person: careful, page } = await withApp('careful');
  await makeOwner(careful.userId);
  const bot = await page.ok('POST', '/bots', { full_name: 'Agent', short_name: 'agent' });
  await page.ok('PATCH', `/bots/${bot.user_id}`, { role: 200 });
  const limited = await plain.api.post('/users/me/api_keys', {
    name: 'Limited',
    areas: Object.keys(keyAreas),
  });
  const of = (userId: number, raw: Caller['raw']): Caller => ({ userId, raw });
  const withKey = ({ userId, email }: { userId: number; email: string }, apiKey: () => string) =>
    of(userId, (method, path, form) =>
      network.client({ email, apiKey: apiKey() }).raw(method as 'GET', path, form ?? {}),
    );
  const [newPage, oldPage] = [await signedIn(newcomer), await signedIn(plain)];
  // The full key is replaced by a test.
  let fullKey = keyed.apiKey;
  Object.assign(callers, {
    'session that was just opened': of(newcomer.userId, (...given) => newPage.raw(...given)),
    'session with an old confirmation': of(plain.userId, (...given) => oldPage.raw(...given)),
    'session with an old confirmation, of a person with a factor': of(careful.userId, (...given) =>
      page.raw(...given),
    ),
    'full key': of(keyed.userId, async (method, path, form) => {
      const answer = await withKey(keyed, () => fullKey).raw(method, path, form);
      if (path.endsWith('/me/api_key/regenerate')) fullKey = answer.body.api_key ?? fullKey;
      return answer;
    }),
    'full key of a person with a factor': withKey(careful, () => careful.apiKey),
    'limited key with all areas': withKey(plain, () => limited.api_key),
    'key of a bot whose owner has a factor': withKey(
      { userId: bot.user_id, email: bot.bot.email },
      () => bot.api_key,
    ),
  } satisfies Record<Kind, Caller>);
}

async function makeOwner(userId: number): Promise<void> {
  await organization.owner.api.patch(`/users/${userId}`, { role: 100 });
  await db.execute(sql`update user_admin.users set can_change_user_emails = true where user_id = ${userId}`);
}

/** Stores a named key for an account, and returns its ID. */
async function storedKey(userId: number): Promise<number> {
  const { id } = await db.one<{ id: number }>(sql`
    insert into user_admin.named_keys (user_id, key_sha256, name, is_read_only)
    values (${userId}, sha256(${fresh('key')}::bytea), 'Script', false) returning key_id as id`);
  return id;
}

async function newInvitation(): Promise<number> {
  const email = address();
  await organization.owner.api.post('/invites', { invitee_emails: email, stream_ids: [], invite_as: 200 });
  const { invites } = await organization.owner.api.get('/invites');
  return invites.find((each: Body) => each.email === email).id;
}

async function deactivatedAdministrator(): Promise<number> {
  const userId = await newPerson(200);
  await organization.owner.api.delete(`/users/${userId}`);
  return userId;
}

async function personWithPasskey(): Promise<number> {
  const userId = await newPerson();
  await db.execute(sql`
    insert into user_admin.passkeys (user_id, credential_id, public_key, counter, transports, name)
    values (${userId}, ${fresh('credential')}, ''::bytea, 0, '{}', 'Phone')`);
  return userId;
}

/** Gives the settings that a test changes other values, so that the next change is one. Sessions and keys keep working. */
const resetSettings = () =>
  db.execute(sql`update user_admin.organization
    set settings = (settings || '{"authentication_methods": {"Email": false}}'::jsonb)
      - array['require_second_factor', 'second_factor_after_provider', 'message_retention_days']`);
