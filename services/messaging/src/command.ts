/** The command `parley search-index`. It calls the running service, so a rebuild goes on when the command is interrupted. */
import { parseArgs } from 'node:util';
import {
  ConfigError,
  envList,
  envString,
  errorMessage,
  loadConfig,
  ParleyError,
  readTls,
  sleep,
} from '@parley/core';
import { MessagingServiceService } from '@parley/proto/messaging/v1/messaging';
import type { GetSearchIndexResponse } from '@parley/proto/messaging/v1/searching';
import { backgroundCall, createRpcClient, type RpcClient } from '@parley/rpc';

export const searchIndexUsage = 'search-index status|rebuild [--json]';

/** How often a rebuild's progress is asked for, in milliseconds. */
const pollMs = 1_000;
/** Time for which the command waits for a service that does not answer, in milliseconds. */
const patienceMs = 60_000;

type Client = RpcClient<typeof MessagingServiceService>;

class UsageError extends Error {}

function readArguments(args: readonly string[]): { action: 'status' | 'rebuild'; isJson: boolean } {
  try {
    const options = { json: { type: 'boolean' as const } };
    const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options });
    const [action, ...others] = positionals;
    if ((action !== 'status' && action !== 'rebuild') || others.length > 0)
      throw new UsageError('Say what to do: status or rebuild.');
    return { action, isJson: values.json ?? false };
  } catch (error) {
    throw error instanceof UsageError ? error : new UsageError(errorMessage(error));
  }
}

/** Runs the command. Returns its exit status: 0, or 1 when it failed. */
export async function searchIndexCommand(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  let client: (Client & { close(): void }) | undefined;
  try {
    const { action, isJson } = readArguments(args);
    client = connect(env);
    if (action === 'rebuild') await rebuild(client, isJson);
    print(await stateOf(client), isJson);
    return 0;
  } catch (error) {
    const isKnown = error instanceof ConfigError || error instanceof ParleyError;
    const usage = error instanceof UsageError ? `\n\nUsage: parley ${searchIndexUsage}` : '';
    const text = isKnown || error instanceof UsageError ? error.message : String(error);
    process.stderr.write(`${text}${usage}\n`);
    return 1;
  } finally {
    client?.close();
  }
}

function connect(env: NodeJS.ProcessEnv) {
  const port = env.PARLEY_MESSAGING_RPC_PORT;
  const settings = loadConfig(
    {
      PARLEY_MESSAGING_ADDRESSES: envList(port ? [`127.0.0.1:${port}`] : undefined),
      PARLEY_RPC_SECRET: envString(undefined, 16),
    },
    env,
  );
  return createRpcClient(MessagingServiceService, {
    addresses: settings.PARLEY_MESSAGING_ADDRESSES,
    secret: settings.PARLEY_RPC_SECRET,
    tls: readTls(env),
  });
}

const stateOf = (client: Client): Promise<GetSearchIndexResponse> =>
  client.getSearchIndex({}, backgroundCall({ timeoutMs: 30_000 }));

async function rebuild(client: Client, isJson: boolean): Promise<void> {
  const { wasRunning } = await client.rebuildSearchIndex({}, backgroundCall({ timeoutMs: 30_000 }));
  if (wasRunning) process.stderr.write('A rebuild runs already; this is how far it is.\n');
  let answeredAt = Date.now();
  for (;;) {
    const state = await stateOf(client).catch((error: unknown) => {
      if (Date.now() - answeredAt > patienceMs) throw error;
      return undefined;
    });
    if (state) {
      answeredAt = Date.now();
      if (state.isComplete) return;
      const line = isJson ? JSON.stringify(jsonOf(state)) : progressOf(state);
      process.stderr.write(`${line}\n`);
    }
    await sleep(pollMs);
  }
}

/** Returns a line that says how far a rebuild is, and how fast. */
function progressOf({ rebuilt, left, startedAt }: GetSearchIndexResponse): string {
  const seconds = Math.max(1, Date.now() / 1_000 - startedAt);
  const perSecond = rebuilt / seconds;
  const share = Math.floor((100 * rebuilt) / Math.max(1, rebuilt + left));
  const minutes = perSecond > 0 ? `, about ${Math.ceil(left / perSecond / 60)} min left` : '';
  return `${share} %: ${rebuilt} of ${rebuilt + left} messages, ${Math.round(perSecond)} a second${minutes}`;
}

const jsonOf = (state: GetSearchIndexResponse): object => ({
  is_complete: state.isComplete,
  lag_seconds: state.lagSeconds,
  waiting: state.waiting,
  pending: state.pending,
  bytes: state.bytes,
  rebuilt: state.rebuilt,
  left: state.left,
  started_at: state.startedAt,
  engine: state.engine,
  trouble: state.trouble,
});

function print(state: GetSearchIndexResponse, isJson: boolean): void {
  const { isComplete, lagSeconds, waiting, pending, bytes, startedAt } = state;
  const began = startedAt === 0 ? '' : `, began ${new Date(startedAt * 1_000).toISOString()}`;
  const rows = [
    ['engine', state.engine + (state.trouble === '' ? '' : `: ${state.trouble}`)],
    ['state', isComplete ? 'complete' : `being rebuilt: ${progressOf(state)}`],
    ['behind', `${lagSeconds.toFixed(1)} s, ${waiting} messages, ${pending} changes`],
    ['size', `${(bytes / 2 ** 20).toFixed(1)} MiB`],
    ['rebuild', startedAt === 0 ? 'none' : `${state.rebuilt} messages${began}`],
  ];
  const text = rows.map(([name = '', value]) => `${name.padEnd(10)}${value}`).join('\n');
  process.stdout.write(`${isJson ? JSON.stringify(jsonOf(state)) : text}\n`);
}
