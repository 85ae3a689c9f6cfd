/** Commands for operators. They call a running service, which checks and announces the changes like those of people. */
import { parseArgs } from 'node:util';
import { ParleyError } from '@parley/core';
import type { UserAdminServiceService } from '@parley/proto/useradmin/v1/user_admin';
import { backgroundCall, type Call, type RpcClient } from '@parley/rpc';
import { roles } from '@parley/rules';

export type CommandLine = {
  client: RpcClient<typeof UserAdminServiceService>;
  /** Asks for a secret. Secrets are never arguments, because other users of the machine can read those. */
  readSecret(question: string): Promise<string>;
  print(line: string): void;
};

type Options = Readonly<Record<string, string>>;
type Command = {
  /** Names of options; `?` marks optional ones. */
  options: readonly string[];
  summary: string;
  run(io: CommandLine, options: Options, call: Call): Promise<void>;
};

const commands: Readonly<Record<string, Command>> = {
  'create-organization': {
    options: ['name', 'owner-email', 'owner-name'],
    summary: 'creates the organization and its first owner',
    async run({ client, readSecret, print }, options, call) {
      const ownerPassword = await readSecret('Password of the owner: ');
      const { created, ownerUserId } = await client.createOrganization(
        {
          name: options.name!,
          ownerEmail: options['owner-email']!,
          ownerFullName: options['owner-name']!,
          ownerPassword,
        },
        call,
      );
      print(created ? `Created. The owner has ID ${ownerUserId}.` : 'There is an organization already.');
    },
  },
  'create-user': {
    options: ['email', 'name', 'role?'],
    summary: 'creates an account; roles: owner, administrator, moderator, member (default), guest',
    async run({ client, readSecret, print }, { email, name, role = 'member' }, call) {
      if (!isRole(role)) throw new UsageError(`There is no role ${role}.`);
      const password = await readSecret('Password: ');
      const request = { email: email!, fullName: name!, password, role: roles[role] };
      const { userId } = await client.createUser(request, call);
      print(`Created, with ID ${userId}.`);
    },
  },
  'set-password': {
    options: ['email'],
    summary: 'sets a password and signs the person’s browsers out',
    async run({ client, readSecret, print }, { email }, call) {
      const password = await readSecret('New password: ');
      await client.setPassword({ email: email!, password }, call);
      print('Changed.');
    },
  },
  'set-rights': {
    options: ['email', 'create-users?', 'change-emails?'],
    summary: 'lets a person create accounts, or an owner change addresses of other people: yes or no',
    async run({ client, print }, options, call) {
      const request = {
        email: options.email!,
        createUsers: yesOrNo(options['create-users']),
        changeUserEmails: yesOrNo(options['change-emails']),
      };
      await client.setRights(request, call);
      print('Changed.');
    },
  },
  'list-keys': {
    options: [],
    summary: 'lists accounts with the time when their API key was created; never a key',
    async run({ client, print }, _options, call) {
      for (let afterUserId = 0; ; ) {
        const { holders } = await client.listApiKeys({ afterUserId }, call);
        for (const { userId, changedAt, email, isBot, isActive } of holders) {
          const state = [isBot ? 'bot' : 'person', ...(isActive ? [] : ['deactivated'])].join(', ');
          print(`${userId}\t${new Date(changedAt * 1000).toISOString()}\t${email}\t${state}`);
        }
        if (holders.length === 0) return;
        afterUserId = holders.at(-1)!.userId;
      }
    },
  },
  'revoke-key': {
    options: ['email'],
    summary: "replaces a person's API key without showing the new one",
    async run({ client, print }, { email }, call) {
      const { userId } = await client.revokeApiKey({ email: email! }, call);
      print(`Replaced the key of the account with ID ${userId}.`);
    },
  },
  'audit-log': {
    options: ['user-id?', 'before?', 'limit?'],
    summary: 'prints the audit log as lines of JSON, the newest entry first',
    async run({ client, print }, options, call) {
      const { entriesJson } = await client.listAuditEntries(
        {
          userId: numberOf(options['user-id'], 0),
          beforeEntryId: numberOf(options.before, 0),
          limit: numberOf(options.limit, 100),
        },
        call,
      );
      for (const entry of JSON.parse(entriesJson.toString()) as unknown[]) print(JSON.stringify(entry));
    },
  },
};

const isRole = (name: string): name is keyof typeof roles => Object.hasOwn(roles, name);

/** The arguments are not a valid command. */
export class UsageError extends Error {
  override name = 'UsageError';
}

function numberOf(text: string | undefined, fallback: number): number {
  if (text === undefined) return fallback;
  if (!/^\d{1,15}$/.test(text)) throw new UsageError(`${text} is not a number.`);
  return Number(text);
}

function yesOrNo(text: string | undefined): boolean | undefined {
  if (text === undefined) return undefined;
  if (text !== 'yes' && text !== 'no') throw new UsageError(`${text} is neither yes nor no.`);
  return text === 'yes';
}

/** Returns the usage when the arguments ask for help anywhere; undefined otherwise. */
export function helpOf(args: readonly string[]): string | undefined {
  return args[0] === 'help' || args.some((arg) => arg === '--help' || arg === '-h') ? usage() : undefined;
}

/** Returns all commands with their options. */
const usage = (): string =>
  Object.entries(commands)
    .map(([name, { options, summary }]) => {
      const typed = options.map((option) =>
        option.endsWith('?') ? `[--${option.slice(0, -1)} …]` : `--${option} …`,
      );
      return `  ${[name, ...typed].join(' ')}\n      ${summary}`;
    })
    .join('\n');

/**
 * Runs one command.
 * @throws UsageError for invalid arguments, ParleyError when the service refuses
 */
export async function runCommand(io: CommandLine, [name = '', ...args]: readonly string[]): Promise<void> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new UsageError(name === '' ? 'A command is missing.' : `There is no command ${name}.`);
  await command.run(io, readOptions(command, args), backgroundCall({ timeoutMs: 30_000 }));
}

function readOptions(command: Command, args: readonly string[]): Options {
  const names = command.options.map((option) => option.replace('?', ''));
  let values: Options;
  try {
    const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]));
    values = parseArgs({ args: [...args], options, strict: true }).values as Options;
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
  const missing = command.options.find((option) => !option.endsWith('?') && !values[option]);
  if (missing !== undefined) throw new UsageError(`--${missing} is missing.`);
  return values;
}

/** Returns the text of a failure for the operator. */
export function explain(error: unknown): string {
  if (error instanceof UsageError) return `${error.message}\n\n${usage()}`;
  if (!(error instanceof ParleyError)) return String(error);
  // Operators do not sign in: the service refused the secret that services share.
  return error.code === 'UNAUTHORIZED'
    ? 'The service refused the secret: PARLEY_RPC_SECRET here must be the one that the service has.'
    : error.message;
}
