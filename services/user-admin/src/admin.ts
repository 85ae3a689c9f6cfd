import { createInterface } from 'node:readline/promises';
import { ConfigError, envList, envString, loadConfig, readTls } from '@parley/core';
import { UserAdminServiceService } from '@parley/proto/useradmin/v1/user_admin';
import { createRpcClient } from '@parley/rpc';
import { explain, runCommand } from './command-line.ts';

/** The first line of standard input. */
async function readSecret(question: string): Promise<string> {
  if (process.stdin.isTTY) process.stderr.write(question);
  for await (const line of createInterface({ input: process.stdin })) return line;
  return '';
}

/** Where the service is: as told, or beside this command in the same container. */
function ownAddress({ PARLEY_USER_ADMIN_RPC_PORT: port }: NodeJS.ProcessEnv): string[] | undefined {
  return port ? [`127.0.0.1:${port}`] : undefined;
}

async function main(): Promise<void> {
  const { PARLEY_USER_ADMIN_ADDRESSES: addresses, PARLEY_RPC_SECRET: secret } = loadConfig(
    {
      PARLEY_USER_ADMIN_ADDRESSES: envList(ownAddress(process.env)),
      PARLEY_RPC_SECRET: envString(undefined, 16),
    },
    process.env,
  );
  const tls = readTls(process.env);
  const client = createRpcClient(UserAdminServiceService, { addresses, secret, tls });
  try {
    const print = (line: string) => process.stdout.write(`${line}\n`);
    await runCommand({ client, readSecret, print }, process.argv.slice(2));
  } finally {
    client.close();
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof ConfigError ? error.message : explain(error)}\n`);
  process.exitCode = 1;
});
