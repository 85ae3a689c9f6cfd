/** Commands for operators. They call the running service. It validates and announces their changes like those of people. */
import { parseArgs } from 'node:util';
import { errorMessage, hasKey, lastItem, ParleyError, required } from '@parley/core';
import type { Account } from '@parley/proto/useradmin/v1/operators';
import { backgroundCall, type Call } from '@parley/rpc';
import { limits, roles } from '@parley/rules';
import { auditCommands } from './operating/audit.ts';
import { channelCommands } from './operating/channels.ts';
import {
  type Command,
  type CommandLine,
  given,
  isDryRun,
  isSet,
  type Line,
  type Options,
  UsageError,
} from './operating/command.ts';
import { provisioningCommands } from './operating/provisioning.ts';

const commands: Readonly<Record<string, Command>> = {
  'create-organization': {
    options: ['name', 'owner-email', 'owner-name'],
    summary: 'creates the organization and its first owner',
    async *run({ client, readSecret }, options, call) {
      const ownerPassword = await readSecret('Password of the owner: ');
      const answer = await client.createOrganization(
        {
          name: given(options, 'name'),
          ownerEmail: given(options, 'owner-email'),
          ownerFullName: given(options, 'owner-name'),
          ownerPassword,
        },
        call,
      );
      const { created, ownerUserId } = answer;
      const text = created
        ? `Created. The owner has ID ${ownerUserId}.`
        : 'There is an organization already.';
      yield { text, json: answer };
    },
  },
  'setup-link': {
    options: [],
    summary: 'prints the link with which the organization can be created in a browser; it is secret',
    async *run({ client }, _options, call) {
      const answer = await client.getSetupLink({}, call);
      yield { text: answer.link || 'There is an organization already.', json: answer };
    },
  },
  'create-user': {
    options: ['email', 'name', 'role?'],
    summary: 'creates an account; roles: owner, administrator, moderator, member (default), guest',
    async *run({ client, readSecret }, options, call) {
      const number = roleOf(options.role ?? 'member');
      const password = await readSecret('Password: ');
      const answer = await client.createUser(
        { email: given(options, 'email'), fullName: given(options, 'name'), password, role: number },
        call,
      );
      yield { text: `Created, with ID ${answer.userId}.`, json: answer };
    },
  },
  'deactivate-organization': {
    options: [],
    canDryRun: true,
    summary: 'refuses every sign-in and request until the organization is reactivated; deletes nothing',
    run: (io, flags, call) => setOrganizationActive(io, { isActive: false, dryRun: isDryRun(flags) }, call),
  },
  'reactivate-organization': {
    options: [],
    canDryRun: true,
    summary: 'lets people use a deactivated organization again',
    run: (io, flags, call) => setOrganizationActive(io, { isActive: true, dryRun: isDryRun(flags) }, call),
  },
  'list-users': {
    options: [],
    summary: 'lists people and bots with their role and state',
    async *run({ client }, _options, call) {
      for (let afterUserId = 0; ; ) {
        const { accounts } = await client.listAccounts({ afterUserId }, call);
        for (const account of accounts) yield { text: describe(account), json: jsonOf(account) };
        if (accounts.length === 0) return;
        afterUserId = lastItem(accounts).userId;
      }
    },
  },
  'set-role': {
    options: ['email', 'role'],
    canDryRun: true,
    summary: 'changes the role of a person or bot',
    run: (io, options, call) =>
      updateAccount(
        io,
        {
          email: given(options, 'email'),
          role: roleOf(given(options, 'role')),
          isActive: undefined,
          dryRun: isDryRun(options),
        },
        call,
      ),
  },
  'deactivate-user': {
    options: ['email'],
    canDryRun: true,
    summary: 'deactivates a person with their bots, or a bot',
    run: (io, options, call) =>
      updateAccount(
        io,
        { email: given(options, 'email'), role: undefined, isActive: false, dryRun: isDryRun(options) },
        call,
      ),
  },
  'reactivate-user': {
    options: ['email'],
    canDryRun: true,
    summary: 'reactivates a person or a bot',
    run: (io, options, call) =>
      updateAccount(
        io,
        { email: given(options, 'email'), role: undefined, isActive: true, dryRun: isDryRun(options) },
        call,
      ),
  },
  'password-link': {
    options: ['email'],
    summary: 'prints a link with which a person chooses a new password within a day',
    async *run({ client }, options, call) {
      const answer = await client.createPasswordLink({ email: given(options, 'email') }, call);
      yield { text: answer.link, json: answer };
    },
  },
  'set-password': {
    options: ['email'],
    summary: 'sets a password and ends all keys, sessions and devices of the person',
    async *run({ client, readSecret }, options, call) {
      const password = await readSecret('New password: ');
      yield {
        text: 'Changed.',
        json: await client.setPassword({ email: given(options, 'email'), password }, call),
      };
    },
  },
  'list-sessions': {
    options: ['email'],
    summary: 'lists the browsers in which a person is signed in',
    async *run({ client }, options, call) {
      for (const session of (await client.listAccountSessions({ email: given(options, 'email') }, call))
        .sessions) {
        const { sessionId, lastUsedAt, client: browser, address } = session;
        yield { text: [sessionId, isoTime(lastUsedAt), address, browser].join('\t'), json: session };
      }
    },
  },
  'end-sessions': {
    options: ['email'],
    canDryRun: true,
    summary: 'signs a person out of all browsers',
    async *run({ client }, options, call) {
      const dryRun = isDryRun(options);
      const answer = await client.deleteAccountSessions({ email: given(options, 'email'), dryRun }, call);
      yield {
        text: `${dryRun ? 'Would end' : 'Ended'} ${answer.count} sessions.`,
        json: { ...answer, dryRun },
      };
    },
  },
  'end-access': {
    options: ['email', 'bots?'],
    summary:
      'ends all keys, sessions, queues and devices of an account; with --bots yes also those of its bots',
    async *run({ client }, options, call) {
      const request = {
        userId: 0,
        email: given(options, 'email'),
        keepsCurrentSession: false,
        endsBots: yesOrNo(options.bots) ?? false,
      };
      const answer = await client.endAccess(request, call);
      yield {
        text: `Replaced the API key; ended ${answer.sessions} sessions and ${answer.namedKeys} named keys.`,
        json: answer,
      };
      for (const bot of answer.bots) {
        yield { text: `${bot.hasEnded ? 'Ended' : 'Goes on'}: bot ${bot.userId} ${bot.fullName}`, json: bot };
      }
    },
  },
  'unlock-sign-in': {
    options: ['email'],
    summary: 'forgets wrong passwords and codes, so that the person can sign in again immediately',
    async *run({ client }, options, call) {
      yield {
        text: 'Unlocked.',
        json: await client.deleteSignInFailures({ email: given(options, 'email') }, call),
      };
    },
  },
  'set-rights': {
    options: ['email', 'create-users?', 'change-emails?'],
    summary: 'lets a person create accounts, or an owner change addresses of other people: yes or no',
    async *run({ client }, options, call) {
      const request = {
        email: given(options, 'email'),
        createUsers: yesOrNo(options['create-users']),
        changeUserEmails: yesOrNo(options['change-emails']),
      };
      yield { text: 'Changed.', json: await client.setRights(request, call) };
    },
  },
  ...channelCommands,
  ...provisioningCommands,
  limits: {
    options: [],
    summary: 'lists the limits of the API: lengths, sizes and numbers',
    async *run() {
      for (const [name, value] of Object.entries(limits)) {
        yield { text: `${name}\t${value}`, json: { name, value } };
      }
    },
  },
  'list-keys': {
    options: [],
    summary: 'lists accounts with the time when their API key was created; never a key',
    async *run({ client }, _options, call) {
      for (let afterUserId = 0; ; ) {
        const { holders } = await client.listApiKeys({ afterUserId }, call);
        for (const holder of holders) {
          const { userId, changedAt, email, isBot, isActive } = holder;
          yield {
            text: [userId, isoTime(changedAt), email, stateOf(isBot, isActive)].join('\t'),
            json: holder,
          };
        }
        if (holders.length === 0) return;
        afterUserId = lastItem(holders).userId;
      }
    },
  },
  'revoke-key': {
    options: ['email'],
    summary: "replaces a person's API key without showing the new one",
    async *run({ client }, options, call) {
      const answer = await client.revokeApiKey({ email: given(options, 'email') }, call);
      yield { text: `Replaced the key of the account with ID ${answer.userId}.`, json: answer };
    },
  },
  ...auditCommands,
};

async function* setOrganizationActive(
  { client }: CommandLine,
  request: { isActive: boolean; dryRun: boolean },
  call: Call,
): AsyncIterable<Line> {
  const { wasActive, isActive } = await client.setOrganizationActive(request, call);
  const state = isActive ? 'active' : 'deactivated';
  const changed = request.dryRun ? `Would be ${state}.` : `The organization is ${state} now.`;
  const text = wasActive === isActive ? `No change: the organization is ${state}.` : changed;
  yield { text, json: { wasActive, isActive, dryRun: request.dryRun } };
}

async function* updateAccount(
  { client }: CommandLine,
  request: { email: string; role: number | undefined; isActive: boolean | undefined; dryRun: boolean },
  call: Call,
): AsyncIterable<Line> {
  const answer = await client.updateAccount(request, call);
  const before = required(answer.before, 'account before the change');
  const after = required(answer.after, 'account after the change');
  const [from, to] = [describe(before), describe(after)];
  const text =
    from === to ? `No change: ${to}` : `${request.dryRun ? 'Would change' : 'Changed'}: ${from} → ${to}`;
  yield { text, json: { before: jsonOf(before), after: jsonOf(after), dryRun: request.dryRun } };
}

const isoTime = (seconds: number): string => new Date(seconds * 1000).toISOString();

const stateOf = (isBot: boolean, isActive: boolean): string =>
  [isBot ? 'bot' : 'person', ...(isActive ? [] : ['deactivated'])].join(', ');

const roleName = (role: number): string =>
  Object.entries<number>(roles).find(([, number]) => number === role)?.[0] ?? String(role);

const describe = ({ userId, email, fullName, role, isBot, isActive }: Account): string =>
  [userId, email, fullName, roleName(role), stateOf(isBot, isActive)].join('\t');

const jsonOf = (account: Account): object => ({ ...account, role: roleName(account.role) });

/** Returns the number of a role by its name. @throws UsageError for an unknown name */
function roleOf(name: string): number {
  if (!hasKey(roles, name)) throw new UsageError(`There is no role ${name}.`);
  return roles[name];
}

function yesOrNo(text: string | undefined): boolean | undefined {
  if (text === undefined) return undefined;
  if (text !== 'yes' && text !== 'no') throw new UsageError(`${text} is neither yes nor no.`);
  return text === 'yes';
}

export function helpOf(args: readonly string[]): string | undefined {
  return args[0] === 'help' || args.some((arg) => arg === '--help' || arg === '-h') ? usage() : undefined;
}

const usage = (): string => {
  const lines = Object.entries(commands).map(([name, { options, canDryRun, summary }]) => {
    const typed = options.map((option) =>
      option.endsWith('?') ? `[--${option.slice(0, -1)} …]` : `--${option} …`,
    );
    return `  ${[name, ...typed, ...(canDryRun ? ['[--dry-run]'] : [])].join(' ')}\n      ${summary}`;
  });
  return [...lines, '', '  --json prints each line of any command as JSON; --dry-run changes nothing.'].join(
    '\n',
  );
};

/** @throws UsageError for invalid arguments; ParleyError when the service refuses the call */
export async function runCommand(io: CommandLine, [name = '', ...args]: readonly string[]): Promise<void> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new UsageError(name === '' ? 'A command is missing.' : `There is no command ${name}.`);
  const { json, ...options } = readOptions(command, args);
  const call = backgroundCall({ timeoutMs: 30_000 });
  for await (const line of command.run(io, options, call)) {
    io.print(json === isSet ? JSON.stringify(line.json) : line.text);
  }
}

function readOptions(command: Command, args: readonly string[]): Options {
  const names = command.options.map((option) => option.replace('?', ''));
  const flags = ['json', ...(command.canDryRun ? ['dry-run'] : [])];
  let values: Record<string, string | boolean | undefined>;
  try {
    const options = Object.fromEntries<{ type: 'string' | 'boolean' }>([
      ...names.map((name) => [name, { type: 'string' as const }] as const),
      ...flags.map((name) => [name, { type: 'boolean' as const }] as const),
    ]);
    values = parseArgs({ args: [...args], options, strict: true }).values;
  } catch (error) {
    throw new UsageError(errorMessage(error));
  }
  const missing = command.options.find((option) => !option.endsWith('?') && !values[option]);
  if (missing !== undefined) throw new UsageError(`--${missing} is missing.`);
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, value === true ? isSet : String(value)]),
  );
}

export function explain(error: unknown): string {
  if (error instanceof UsageError) return `${error.message}\n\n${usage()}`;
  if (!(error instanceof ParleyError)) return String(error);
  // Operators do not sign in, so UNAUTHORIZED means that the service refused PARLEY_RPC_SECRET.
  return error.code === 'UNAUTHORIZED'
    ? 'The service refused the secret: PARLEY_RPC_SECRET here must be the one that the service has.'
    : error.message;
}
