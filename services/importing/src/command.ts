/** The command `parley import`. It calls the running service, so an import goes on when the command is interrupted. */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { sourceNames } from '@parley/archive';
import {
  ConfigError,
  envList,
  envString,
  loadConfig,
  ParleyError,
  readTls,
  required,
  sleep,
} from '@parley/core';
import { type Import, ImportingServiceService } from '@parley/proto/importing/v1/importing';
import { backgroundCall, createRpcClient, type RpcClient } from '@parley/rpc';
import type { Report } from './domain/report.ts';

export const importUsage = `import FILE|FOLDER [--from ${sourceNames.join('|')}] [--into NAME] [--merge-people] [--no-merge-people] [--dry-run] [--json]
       parley import --undo IMPORT_ID [--json]`;

/** Exit statuses: imported; refused, and nothing changed; stopped, to be run again. */
const statuses = { done: 0, refused: 1, stopped: 2 } as const;
const pollMs = 500;
/** Time for which the command waits for a service that does not answer, in milliseconds. */
const patienceMs = 60_000;

type Client = RpcClient<typeof ImportingServiceService>;

class UsageError extends Error {}

function readArguments(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        from: { type: 'string' },
        into: { type: 'string' },
        undo: { type: 'string' },
        'dry-run': { type: 'boolean' },
        'merge-people': { type: 'boolean' },
        'no-merge-people': { type: 'boolean' },
        json: { type: 'boolean' },
      },
    });
    const isUndo = values.undo !== undefined;
    if (positionals.length !== (isUndo ? 0 : 1)) throw new UsageError('Name one archive.');
    if (values.undo !== undefined && !/^\d{1,15}$/.test(values.undo))
      throw new UsageError('The ID of an import is a number.');
    if (values.from !== undefined && !sourceNames.some((name) => name === values.from)) {
      throw new UsageError(`There is no source ${values.from}.`);
    }
    return { ...values, path: positionals[0] };
  } catch (error) {
    throw error instanceof UsageError ? error : new UsageError((error as Error).message);
  }
}

/** Runs the command. Returns its exit status. @param folder where relative paths begin */
export async function importCommand(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  folder = process.cwd(),
): Promise<number> {
  const complain = (line: string) => process.stderr.write(`${line}\n`);
  let client: (Client & { close(): void }) | undefined;
  let hasBegun = false;
  try {
    const given = readArguments(args);
    client = connect(env);
    const importId = await begin(client, given, folder);
    hasBegun = true;
    return await follow(client, importId, { isJson: given.json ?? false, isUndo: given.undo !== undefined });
  } catch (error) {
    const isMeant =
      error instanceof UsageError || error instanceof ConfigError || error instanceof ParleyError;
    const message = isMeant ? error.message : String(error);
    complain(error instanceof UsageError ? `${message}\n\nUsage: parley ${importUsage}` : message);
    if (!hasBegun && args.includes('--json'))
      process.stdout.write(`${JSON.stringify({ state: 'refused', error: message })}\n`);
    if (!hasBegun) return statuses.refused;
    complain('The import goes on as soon as Parley runs. Run the command again to see its end.');
    return statuses.stopped;
  } finally {
    client?.close();
  }
}

function connect(env: NodeJS.ProcessEnv) {
  const port = env.PARLEY_IMPORTING_RPC_PORT;
  const settings = loadConfig(
    {
      PARLEY_IMPORTING_ADDRESSES: envList(port ? [`127.0.0.1:${port}`] : undefined),
      PARLEY_RPC_SECRET: envString(undefined, 16),
    },
    env,
  );
  return createRpcClient(ImportingServiceService, {
    addresses: settings.PARLEY_IMPORTING_ADDRESSES,
    secret: settings.PARLEY_RPC_SECRET,
    tls: readTls(env),
  });
}

async function begin(
  client: Client,
  given: ReturnType<typeof readArguments>,
  folder: string,
): Promise<number> {
  // Identifying a large archive means reading it.
  const call = backgroundCall({ timeoutMs: 3_600_000 });
  if (given.undo !== undefined) {
    const importId = Number(given.undo);
    await client.undoImport({ importId }, call);
    return importId;
  }
  const mergePeople = given['merge-people'] ? true : given['no-merge-people'] ? false : undefined;
  const { importId } = await client.startImport(
    {
      path: resolve(folder, required(given.path, 'path of an archive')),
      from: given.from ?? '',
      into: given.into ?? '',
      dryRun: given['dry-run'] ?? false,
      mergePeople,
      uploadUrl: '',
    },
    call,
  );
  return importId;
}

/** Waits until an import has ended, shows how far it is, and prints the report. Returns the exit status. */
async function follow(
  client: Client,
  importId: number,
  { isJson, isUndo }: { isJson: boolean; isUndo: boolean },
): Promise<number> {
  const progress = new Progress();
  let answeredAt = Date.now();
  for (;;) {
    const state = await client
      .getImport({ importId }, backgroundCall({ timeoutMs: 10_000 }))
      .then(({ import: found }) => {
        answeredAt = Date.now();
        return required(found, 'import');
      })
      .catch((error: unknown) => {
        if (Date.now() - answeredAt > patienceMs) throw error;
        return undefined;
      });
    if (state && !['waiting', 'running', 'undoing'].includes(state.state)) {
      progress.end();
      return print(state, { isJson, isUndo });
    }
    if (state) progress.show(state);
    await sleep(pollMs);
  }
}

function print(state: Import, { isJson, isUndo }: { isJson: boolean; isUndo: boolean }): number {
  const report =
    state.reportJson.length === 0 ? undefined : (JSON.parse(state.reportJson.toString()) as Report);
  const { importId, error } = state;
  if (isUndo || state.state === 'undone') {
    const isUndone = state.state === 'undone';
    const summary = { import_id: importId, state: state.state, ...(error !== '' && { error }) };
    process.stdout.write(
      isJson
        ? `${JSON.stringify(summary)}\n`
        : `Import ${importId} is ${isUndone ? 'removed' : state.state}.\n`,
    );
    return isUndone ? statuses.done : state.state === 'stopped' ? statuses.stopped : statuses.refused;
  }
  if (state.state === 'done' && report) {
    process.stdout.write(isJson ? `${JSON.stringify(report)}\n` : readable(report));
    return statuses.done;
  }
  const status = state.state === 'refused' ? statuses.refused : statuses.stopped;
  if (isJson) process.stdout.write(`${JSON.stringify({ import_id: importId, state: state.state, error })}\n`);
  const hint = status === statuses.stopped ? ' Run the command again to continue.' : ' Nothing was changed.';
  process.stderr.write(`${error}${hint}\n`);
  return status;
}

function readable(report: Report): string {
  const head = report.dry_run
    ? `This is what an import of ${report.archive} (${report.source}) would do. Nothing was changed.`
    : `Imported ${report.archive} (${report.source}). The import has ID ${report.import_id}. Searches find its messages in a few minutes.`;
  const rows = Object.entries(report.counts).map(([name, { read, imported, merged, left_out }]) =>
    [name.replaceAll('_', ' ').padEnd(22), read, imported, merged, left_out]
      .map((value) => String(value).padStart(10))
      .join(' '),
  );
  const columns = ['read', 'imported', 'merged', 'left out'];
  const title = [''.padEnd(22), ...columns.map((text) => text.padStart(10))].join(' ');
  const findings = report.findings.map(
    ({ kind, where, count, example }) => `  ${kind} (${count}), for example ${where}: ${example}`,
  );
  return `${[head, '', title, ...rows, '', ...(findings.length > 0 ? ['Findings:', ...findings] : ['No findings.'])].join('\n')}\n`;
}

/** Shows on standard error how far an import is. */
class Progress {
  readonly #begun = Date.now();
  #shown = '';

  show({ state, phase, done, total }: Import): void {
    const share = total > 0 ? done / total : 0;
    const seconds = (Date.now() - this.#begun) / 1_000;
    const left = share > 0.02 ? `, ${duration((seconds / share) * (1 - share))} left` : '';
    const percent = total > 0 ? ` ${Math.floor(share * 100)} %` : '';
    this.#write(state === 'waiting' ? 'waiting' : `${phase || state}${percent}${left}`);
  }

  end(): void {
    if (this.#shown !== '' && process.stderr.isTTY) process.stderr.write('\n');
  }

  #write(line: string): void {
    if (line === this.#shown) return;
    this.#shown = line;
    process.stderr.write(process.stderr.isTTY ? `\r\u001b[K${line}` : `${line}\n`);
  }
}

const duration = (seconds: number): string =>
  seconds >= 5_400
    ? `${Math.round(seconds / 3_600)} h`
    : seconds >= 90
      ? `${Math.round(seconds / 60)} min`
      : `${Math.ceil(seconds)} s`;
