import { VERSION } from '@parley/core';
import { commandEnv } from './command-env.ts';

type Command = {
  summary: string;
  /** Returns the exit code; undefined when the process goes on. */
  run(args: readonly string[]): Promise<number | undefined>;
};

/** The commands besides those of operators. Each loads only the code that it needs. */
export const commands: Readonly<Record<string, Command>> = {
  serve: {
    summary: 'runs the services that PARLEY_SERVICES names (default: all) until SIGTERM or SIGINT',
    async run() {
      const { serve } = await import('./serve.ts');
      serve();
      return undefined;
    },
  },
  migrate: {
    summary: 'brings the database up to date; run it before the services of a release start',
    async run() {
      const { migrateCommand } = await import('@parley/migrate');
      return migrateCommand(process.env);
    },
  },
  'doctor [--json]': {
    summary: 'examines the deployment, and says what is wrong and how to fix it',
    async run(args) {
      const { doctorCommand } = await import('@parley/doctor');
      return doctorCommand(args, process.env);
    },
  },
  'search-index status|rebuild [--json]': {
    summary: 'shows how far the search index is, or makes it again beside all other work',
    async run(args) {
      const { searchIndexCommand } = await import('@parley/messaging/command');
      return searchIndexCommand(args, commandEnv());
    },
  },
  'import FILE|FOLDER …': {
    summary: 'imports an archive of another server, or takes it away again; see docs/operations/moving-in.md',
    async run(args) {
      const { importCommand } = await import('@parley/importing/command');
      // npm runs commands in the folder of the project; paths are relative to where the person is.
      return importCommand(args, commandEnv(), process.env.INIT_CWD ?? process.cwd());
    },
  },
};

export async function help(): Promise<string> {
  const { helpOf } = await import('@parley/user-admin/operate');
  const own = Object.entries(commands).map(([usage, { summary }]) => `  ${usage}\n      ${summary}`);
  return `Parley ${VERSION}. Usage: parley <command>

${own.join('\n')}

Commands of operators call the running service user-admin. They need PARLEY_USER_ADMIN_ADDRESSES and PARLEY_RPC_SECRET:

${helpOf(['--help'])}
`;
}
