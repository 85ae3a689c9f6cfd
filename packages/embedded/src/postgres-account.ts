import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { SetupError } from './errors.ts';

/**
 * The account under which PostgreSQL programs run. PostgreSQL does not run as root, so root runs it under another account.
 * `wrap` returns the command and options for spawning a program under the account.
 */
export type PostgresAccount = {
  /** The account that must own the files; undefined for the current user. */
  owner: { uid: number; gid: number } | undefined;
  wrap(
    file: string,
    args: string[],
  ): { file: string; args: string[]; options: { uid?: number; gid?: number } };
};

const ownAccount: PostgresAccount = {
  owner: undefined,
  wrap: (file, args) => ({ file, args, options: {} }),
};

/**
 * Chooses the account for a data directory, which must exist.
 *
 * For a user other than root, this is the current user. For root, it is the owner of the directory, or else `postgres`, or else
 * `nobody`. When this account cannot reach the directory or the programs, for instance in a project below /root, the program
 * `setpriv` gives it the capability to read all directories.
 *
 * @throws SetupError when no account can run PostgreSQL here
 */
export function chooseAccount(directory: string, program: string): PostgresAccount {
  if (process.getuid?.() !== 0) return ownAccount;
  const owner = accountFor(directory);
  const ways = [directly(owner), throughSetpriv(owner)];
  for (const account of ways) if (canRun(account, directory, program)) return account;
  throw new SetupError(
    `PostgreSQL may not run as root, and the user ${owner.uid} cannot reach ${directory}; use a data directory it can reach (PARLEY_DATA_DIR), run Parley as an ordinary user, or set PARLEY_DATABASE_URL.`,
  );
}

type Owner = { uid: number; gid: number };

function directly(owner: Owner): PostgresAccount {
  return { owner, wrap: (file, args) => ({ file, args, options: owner }) };
}

/**
 * Returns an account whose programs run through `setpriv` with the capability to read all directories. PostgreSQL looks for its
 * own program with access(2), which ignores the capabilities of users other than root unless `no_setuid_fixup` is set.
 */
function throughSetpriv(owner: Owner): PostgresAccount {
  const right = '-all,+dac_read_search';
  const prefix = [
    `--reuid=${owner.uid}`,
    `--regid=${owner.gid}`,
    '--clear-groups',
    `--inh-caps=${right}`,
    `--ambient-caps=${right}`,
    `--bounding-set=${right}`,
    '--securebits=+no_setuid_fixup',
    '--',
  ];
  return {
    owner,
    wrap: (file, args) => ({ file: 'setpriv', args: [...prefix, file, ...args], options: {} }),
  };
}

function canRun(account: PostgresAccount, directory: string, program: string): boolean {
  const { file, args, options } = account.wrap('/bin/sh', [
    '-c',
    'cd "$1" && "$2" --version',
    'sh',
    directory,
    program,
  ]);
  const probe = spawnSync(file, args, { ...options, cwd: '/', stdio: ['ignore', 'pipe', 'pipe'] });
  // A program that cannot find its own file prints an error and still exits with 0, so both are checked.
  return probe.status === 0 && probe.stderr.length === 0;
}

function accountFor(directory: string): Owner {
  const { uid, gid } = statSync(directory);
  if (uid !== 0) return { uid, gid };
  const accounts = readFileSync('/etc/passwd', 'utf8').split('\n');
  for (const name of ['postgres', 'nobody']) {
    const fields = accounts.find((line) => line.startsWith(`${name}:`))?.split(':');
    if (fields) return { uid: Number(fields[2]), gid: Number(fields[3]) };
  }
  throw new SetupError(
    'PostgreSQL may not run as root, and there is no account "postgres" or "nobody" here.',
  );
}
