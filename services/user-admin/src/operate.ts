import { createInterface } from 'node:readline/promises';
import { ConfigError, envList, envString, loadConfig, readTls } from '@parley/core';
import { ChannelServiceService } from '@parley/proto/channel/v1/channel';
import { UserAdminServiceService } from '@parley/proto/useradmin/v1/user_admin';
import { createRpcClient } from '@parley/rpc';
import { explain, helpOf, runCommand } from './command-line.ts';

export { helpOf } from './command-line.ts';

/** Returns the first line of standard input; empty when there is none. Prints `question` first if a person is typing. */
async function readSecret(question: string): Promise<string> {
  if (process.stdin.isTTY) process.stderr.write(question);
  for await (const line of createInterface({ input: process.stdin })) return line;
  return '';
}

function ownAddress(service: 'USER_ADMIN' | 'CHANNEL', env: NodeJS.ProcessEnv): string[] | undefined {
  const port = env[`PARLEY_${service}_RPC_PORT`];
  return port ? [`127.0.0.1:${port}`] : undefined;
}

async function run(args: readonly string[]): Promise<void> {
  const print = (line: string) => process.stdout.write(`${line}\n`);
  const help = helpOf(args);
  if (help !== undefined) {
    print(help);
    return;
  }
  const settings = loadConfig(
    {
      PARLEY_USER_ADMIN_ADDRESSES: envList(ownAddress('USER_ADMIN', process.env)),
      PARLEY_CHANNEL_ADDRESSES: envList(ownAddress('CHANNEL', process.env) ?? []),
      PARLEY_RPC_SECRET: envString(undefined, 16),
    },
    process.env,
  );
  const tls = readTls(process.env);
  const { PARLEY_RPC_SECRET: secret, PARLEY_CHANNEL_ADDRESSES: channelAddresses } = settings;
  const addresses = settings.PARLEY_USER_ADMIN_ADDRESSES;
  const client = createRpcClient(UserAdminServiceService, { addresses, secret, tls });
  const channels =
    channelAddresses.length === 0
      ? undefined
      : createRpcClient(ChannelServiceService, { addresses: channelAddresses, secret, tls });
  try {
    await runCommand({ client, channels, readSecret, print }, args);
  } finally {
    client.close();
    channels?.close();
  }
}

/** Runs one command of operators, and reports its failure on standard error. Returns the exit code. */
export async function operate(args: readonly string[]): Promise<number> {
  try {
    await run(args);
    return 0;
  } catch (error) {
    process.stderr.write(`${error instanceof ConfigError ? error.message : explain(error)}\n`);
    return 1;
  }
}
