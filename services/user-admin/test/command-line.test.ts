import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { personOf } from '@parley/rpc';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { helpOf, runCommand } from '../src/command-line.ts';
import { type CommandLine, UsageError } from '../src/operating/command.ts';
import { as, type Env, operator, startEnv } from './support.ts';

let env: Env;

beforeAll(async () => {
  env = await startEnv({ empty: true });
});
afterAll(() => env.stop());

type Channels = NonNullable<CommandLine['channels']>;

/** Returns a fake of the channel service, which records calls and their callers. */
function fakeChannels() {
  const channels = [
    {
      channelId: 7,
      name: 'plans',
      isPrivate: true,
      isWebPublic: false,
      isArchived: false,
      subscriberCount: 2,
    },
    { channelId: 8, name: 'old', isPrivate: false, isWebPublic: false, isArchived: true, subscriberCount: 0 },
  ];
  const updates: object[] = [];
  const service: Pick<Channels, 'listChannels' | 'updateChannel'> = {
    listChannels: async () => ({ channels }),
    updateChannel: async ({ channelId, newName, isArchived }, call) => {
      updates.push({ channelId, newName, isArchived, by: personOf(call)?.userId });
      return {};
    },
  };
  return { service: service as Channels, updates };
}
let channels: Channels | undefined;

async function run(line: string, secret = 'parley-tests-only'): Promise<string> {
  const printed: string[] = [];
  const io = {
    client: env.client,
    channels,
    readSecret: async () => secret,
    print: (text: string) => printed.push(text),
  };
  await runCommand(io, line.split(' '));
  return printed.join('\n');
}

/** Runs the command in a separate process, like an operator. */
const command = (args: readonly string[], variables: Record<string, string>) =>
  promisify(execFile)(
    process.execPath,
    ['--conditions=parley-source', join(import.meta.dirname, '../src/admin.ts'), ...args],
    { env: { PATH: process.env.PATH, ...variables } },
  );

const signIn = (username: string, password: string) =>
  env.client.fetchApiKey({ username, password }, operator());

describe('the operator’s command', () => {
  it('creates the organization and people, sets passwords, and revokes keys', async () => {
    const found = 'create-organization --name Demo --owner-email o@demo.example --owner-name Olive';
    expect(await run(found)).toMatch(/^Created\. The owner has ID \d+\.$/);
    expect(await run(found)).toBe('There is an organization already.');
    expect(await run('create-user --email g@demo.example --name Gus --role guest')).toMatch(/ID \d+/);
    const { apiKey, userId } = await signIn('g@demo.example', 'parley-tests-only');
    expect(await run('set-password --email G@demo.example', 'quite another one')).toBe('Changed.');
    await expect(signIn('g@demo.example', 'parley-tests-only')).rejects.toMatchObject({
      code: 'AUTHENTICATION_FAILED',
    });
    const { apiKey: second } = await signIn('g@demo.example', 'quite another one');
    expect(second).not.toBe(apiKey);
    expect(await run('revoke-key --email g@demo.example')).toContain(String(userId));
    const { apiKey: third } = await signIn('g@demo.example', 'quite another one');
    expect(third).not.toBe(second);
    expect(await run('end-access --email g@demo.example')).toMatch(
      /^Replaced the API key; ended \d+ sessions/,
    );
    expect((await signIn('g@demo.example', 'quite another one')).apiKey).not.toBe(third);
  });

  it('gives an owner the right to change other people’s addresses, and removes it', async () => {
    const { userId: ownerId } = await signIn('o@demo.example', 'parley-tests-only');
    const { userId } = await signIn('g@demo.example', 'quite another one');
    const change = (newEmail: string) =>
      env.client.updateUser(
        {
          user: { user: { $case: 'userId', userId } },
          role: undefined,
          fullName: undefined,
          newEmail,
          profileData: [],
        },
        as(ownerId),
      );
    const denied = { message: 'User not authorized to change user emails' };
    await expect(change('gustav@demo.example')).rejects.toMatchObject(denied);
    expect(await run('set-rights --email o@demo.example --change-emails yes')).toBe('Changed.');
    await change('gustav@demo.example');
    await change('g@demo.example');
    expect(await run('set-rights --email o@demo.example --change-emails no --create-users yes')).toBe(
      'Changed.',
    );
    await expect(change('gustav@demo.example')).rejects.toMatchObject(denied);
    await expect(run('set-rights --email o@demo.example')).rejects.toThrow('Nothing to do.');
  });

  it('lists holders of keys and entries of the audit log without secrets', async () => {
    const keys = await run('list-keys');
    expect(keys).toContain('g@demo.example\tperson');
    const log = await run('audit-log --limit 20');
    const entries = log.split('\n').map((line) => JSON.parse(line));
    const changes = entries.filter(
      ({ actor_id, action }) => actor_id === null && action !== 'user.sign_in_failed',
    );
    expect(changes.slice(0, 6)).toMatchObject([
      {
        action: 'user.rights_set',
        details: {
          from: { canCreateUsers: false, canChangeUserEmails: true },
          to: { canCreateUsers: true, canChangeUserEmails: false },
        },
      },
      { action: 'user.rights_set' },
      { action: 'user.access_ended', details: { reason: 'requested' } },
      { action: 'user.api_key_renewed' },
      { action: 'user.password_set' },
      { action: 'user.access_ended', details: { reason: 'password_reset' } },
    ]);
    const { apiKey } = await signIn('g@demo.example', 'quite another one');
    expect(keys + log).not.toContain(apiKey);
    expect(log).not.toContain('quite another one');
  });

  it('lists people, changes roles, deactivates and reactivates, and changes nothing in a dry run', async () => {
    const { userId } = await signIn('g@demo.example', 'quite another one');
    const gus = async () =>
      (await run('list-users --json'))
        .split('\n')
        .map((line) => JSON.parse(line))
        .find((account) => account.userId === userId);
    expect(await run('list-users')).toContain(`${userId}\tg@demo.example\tGus\tguest\tperson`);
    expect(await run('set-role --email g@demo.example --role member --dry-run')).toMatch(
      /^Would change: .*guest.*→.*member/,
    );
    expect(await gus()).toMatchObject({ role: 'guest', isActive: true });
    expect(await run('set-role --email g@demo.example --role member')).toMatch(/^Changed: /);
    expect(await gus()).toMatchObject({ role: 'member', isActive: true });
    expect(await run('set-role --email g@demo.example --role member')).toMatch(/^No change: /);

    const dry = JSON.parse(await run('deactivate-user --email g@demo.example --dry-run --json'));
    expect(dry).toMatchObject({ before: { isActive: true }, after: { isActive: false }, dryRun: true });
    expect(await gus()).toMatchObject({ isActive: true });
    await run('deactivate-user --email g@demo.example');
    await expect(signIn('g@demo.example', 'quite another one')).rejects.toMatchObject({
      code: 'USER_DEACTIVATED',
    });
    await run('reactivate-user --email g@demo.example');
    expect((await signIn('g@demo.example', 'quite another one')).userId).toBe(userId);
    expect(await run('audit-log --limit 20')).toMatch(
      /user\.reactivated[\s\S]*user\.deactivated[\s\S]*user\.role_changed/,
    );
  });

  it('does not remove the last owner', async () => {
    const lastOwner = /only organization owner/;
    await expect(run('deactivate-user --email o@demo.example --dry-run')).rejects.toThrow(lastOwner);
    await expect(run('set-role --email o@demo.example --role member')).rejects.toThrow(lastOwner);
  });

  it('prints a link with which a person chooses a new password, once', async () => {
    const { link } = JSON.parse(await run('password-link --email g@demo.example --json'));
    expect(link).toMatch(/^http:\/\/chat\.test:9991\/reset-password\/[\w-]{43}$/);
    const token = link.split('/').at(-1);
    await env.client.resetPassword({ token, password: 'chosen by link' }, operator());
    expect((await signIn('g@demo.example', 'chosen by link')).email).toBe('g@demo.example');
    await expect(env.client.resetPassword({ token, password: 'and once more' }, operator())).rejects.toThrow(
      'not valid',
    );
    await run('set-password --email g@demo.example', 'quite another one');
  });

  it('lists and ends sessions, and lifts the limit of wrong passwords', async () => {
    const username = 'g@demo.example';
    const { session } = await env.client.signIn({ username, password: 'quite another one' }, operator());
    expect(await run(`list-sessions --email ${username}`)).toMatch(/^\d+\t\d{4}-/);
    expect(await run(`end-sessions --email ${username} --dry-run`)).toBe('Would end 1 sessions.');
    expect(await run(`end-sessions --email ${username}`)).toBe('Ended 1 sessions.');
    expect(await run(`list-sessions --email ${username}`)).toBe('');
    const tokenSha256 = createHash('sha256').update(session!.token).digest();
    await expect(env.client.verifySession({ tokenSha256 }, operator())).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
    });

    for (let attempt = 0; attempt < 5; attempt++) await signIn(username, 'wrong').catch(() => undefined);
    await expect(signIn(username, 'quite another one')).rejects.toMatchObject({ code: 'RATE_LIMIT_HIT' });
    await run(`unlock-sign-in --email ${username}`);
    expect((await signIn(username, 'quite another one')).email).toBe(username);
  });

  it('lists, renames, archives and unarchives channels in the name of the first owner', async () => {
    await expect(run('list-channels')).rejects.toThrow('PARLEY_CHANNEL_ADDRESSES');
    const { service, updates } = fakeChannels();
    channels = service;
    expect((await run('list-channels')).split('\n')).toEqual([
      '7\tplans\t2 subscribers\tprivate',
      '8\told\t0 subscribers\tpublic, archived',
    ]);
    expect(JSON.parse((await run('list-channels --json')).split('\n')[0]!)).toEqual({
      channelId: 7,
      name: 'plans',
      access: 'private',
      subscriberCount: 2,
      isArchived: false,
    });
    expect(await run('archive-channel --id 7 --dry-run')).toMatch(/^Would change: .*private → .*archived$/);
    expect(await run('archive-channel --id 8')).toMatch(/^No change: /);
    expect(updates).toEqual([]);
    expect(await run('rename-channel --id 7 --name goals')).toMatch(/^Changed: 7\tplans.* → 7\tgoals/);
    await run('archive-channel --id 7');
    await run('unarchive-channel --id 8');
    const { userId: by } = await signIn('o@demo.example', 'parley-tests-only');
    expect(updates).toEqual([
      { channelId: 7, newName: 'goals', by },
      { channelId: 7, isArchived: true, by },
      { channelId: 8, isArchived: false, by },
    ]);
    await expect(run('archive-channel --id 9')).rejects.toThrow('There is no channel 9.');
    channels = undefined;
  });

  it('deactivates and reactivates the organization', async () => {
    const username = 'g@demo.example';
    const { apiKey } = await signIn(username, 'quite another one');
    const { session } = await env.client.signIn({ username, password: 'quite another one' }, operator());
    const keySha256 = createHash('sha256').update(apiKey).digest();
    const tokenSha256 = createHash('sha256').update(session!.token).digest();
    const uses = () => [
      env.client.verifyApiKey(
        { email: username, keySha256, knowsScopes: true, isOfWebhook: false },
        operator(),
      ),
      env.client.verifySession({ tokenSha256 }, operator()),
      signIn(username, 'quite another one'),
    ];
    expect(await run('deactivate-organization --dry-run')).toBe('Would be deactivated.');
    await Promise.all(uses());
    expect(await run('deactivate-organization')).toBe('The organization is deactivated now.');
    expect(await run('deactivate-organization')).toBe('No change: the organization is deactivated.');
    const refused = { status: 'rejected', reason: { code: 'REALM_DEACTIVATED', status: 401 } };
    expect(await Promise.allSettled(uses())).toMatchObject([refused, refused, refused]);
    expect(await run('list-users')).toContain(username);
    expect(await run('reactivate-organization')).toBe('The organization is active now.');
    await Promise.all(uses());
    expect(await run('audit-log --limit 10')).toMatch(
      /organization\.reactivated[\s\S]*organization\.deactivated/,
    );
  });

  it('lists the limits of the API', async () => {
    expect(await run('limits')).toContain('messageLength\t10000');
  });

  it('is refused on behalf of a person', async () => {
    const { userId } = await signIn('o@demo.example', 'parley-tests-only');
    const refused = { code: 'UNAUTHORIZED_PRINCIPAL' };
    const email = 'g@demo.example';
    const calls = [
      env.client.listAccounts({ afterUserId: 0 }, as(userId)),
      env.client.updateAccount({ email, isActive: false, dryRun: false }, as(userId)),
      env.client.createPasswordLink({ email }, as(userId)),
      env.client.listAccountSessions({ email }, as(userId)),
      env.client.deleteAccountSessions({ email, dryRun: false }, as(userId)),
      env.client.deleteSignInFailures({ email }, as(userId)),
      env.client.setOrganizationActive({ isActive: false, dryRun: false }, as(userId)),
    ];
    for (const outcome of await Promise.allSettled(calls))
      expect(outcome).toMatchObject({ status: 'rejected', reason: refused });
  });

  it.each([
    ['', 'A command is missing.'],
    ['dance', 'There is no command dance.'],
    ['create-user --email x@demo.example', '--name is missing.'],
    ['create-user --email x@demo.example --name X --role king', 'There is no role king.'],
    ['create-user --email x@demo.example --name X --role constructor', 'There is no role constructor.'],
    ['constructor', 'There is no command constructor.'],
    ['audit-log --limit many', 'many is not a number.'],
    ['list-keys --all', /Unknown option/],
    ['revoke-key --email o@demo.example --dry-run', /Unknown option/],
    ['set-rights --email o@demo.example --change-emails maybe', 'maybe is neither yes nor no.'],
  ])('explains the mistake in %j', async (line, msg) => {
    await expect(run(line)).rejects.toThrow(msg);
    await expect(run(line)).rejects.toBeInstanceOf(UsageError);
  });

  it.each(['--help', 'create-user -h'])('prints its usage with %j', async (line) => {
    // The usage text is printed even without a configuration.
    const { stdout, stderr } = await command(line.split(' '), {});
    expect(stderr).toBe('');
    expect(stdout).toMatch(/^ {2}create-organization --name … --owner-email … --owner-name …\n/);
    expect(stdout).toContain('  create-user --email … --name … [--role …]\n');
    expect(helpOf(['help'])).toBe(stdout.trimEnd());
    expect(helpOf(['create-user', '--name', 'help'])).toBeUndefined();
  });

  it('names the variable to fix when the service refuses the secret', async () => {
    const failure = await command(['list-keys'], {
      PARLEY_USER_ADMIN_ADDRESSES: env.rpcAddress,
      PARLEY_RPC_SECRET: 'not the secret of the service',
    }).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 1, stderr: expect.stringContaining('PARLEY_RPC_SECRET') });
    expect(failure).not.toMatchObject({ stderr: expect.stringContaining('logged in') });
  });

  it('reports refusals of the service', async () => {
    await expect(run('set-password --email nobody@demo.example')).rejects.toMatchObject({
      message: 'No such user',
    });
    await expect(run('set-password --email g@demo.example', 'short')).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
  });
});
