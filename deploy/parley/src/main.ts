import { commandEnv } from './command-env.ts';
import { commands, help } from './commands.ts';

async function main([name = '--help', ...args]: readonly string[]): Promise<number | undefined> {
  if ([name, ...args].some((arg) => ['--help', '-h', 'help'].includes(arg))) {
    process.stdout.write(await help());
    return 0;
  }
  const own = Object.entries(commands).find(([usage]) => usage.split(' ', 1)[0] === name);
  if (own) return own[1].run(args);
  Object.assign(process.env, commandEnv());
  const { operate } = await import('@parley/user-admin/operate');
  return operate([name, ...args]);
}

const exitCode = await main(process.argv.slice(2));
if (exitCode !== undefined) process.exitCode = exitCode;
