/**
 * `npm run test:clients [-- NAME…]`: installs published clients of the API, starts a real deployment, runs each client against
 * it, and writes the results to docs/clients.md. NAME selects a client or one of the parts `bytes`, `requests` and `rendering`.
 */
import { constants } from 'node:os';
import { checkBytes } from './bytes/check.ts';
import { type Client, clients } from './clients.ts';
import { Deployment } from './deployment.ts';
import { installed } from './installing.ts';
import { endPrograms, run } from './processes.ts';
import { measureRendering } from './rendering.ts';
import { closeReport, formatReport, updateTable } from './report.ts';
import { sendRequests } from './requests/send.ts';
import type { Step } from './steps.ts';

/** A part of the run. `prepare` installs its programs. `check` tests the deployment and returns the failures. */
type Part = {
  readonly name: string;
  /** ID of the first message of the deployment, where it is not the usual one. */
  readonly firstMessageId?: number;
  /** Whether the run goes on without it where it cannot be installed. */
  readonly mayBeMissing?: true;
  prepare(): Promise<void>;
  check(deployment: Deployment): Promise<string[]>;
};

const say = (line: string) => process.stdout.write(`${line}\n`);

function partOf(client: Client): Part {
  let folder = '';
  return {
    name: client.name,
    ...(client.readsShortIds && { firstMessageId: 1 }),
    ...(client.mayBeMissing && { mayBeMissing: true }),
    async prepare() {
      folder = await installed(client);
    },
    async check(deployment) {
      const steps = await drive(client, folder, deployment);
      for (const { step, passed, reason } of steps) {
        if (!passed) say(`  ${client.cannotPass?.[step] ? 'cannot pass' : 'FAILED'}: ${step}: ${reason}`);
      }
      const failed = steps.filter(({ passed, step }) => !passed && client.cannotPass?.[step] === undefined);
      const excused = steps.filter(({ passed, step }) => !passed && client.cannotPass?.[step] !== undefined);
      const reasons = [
        ...failed.map(({ step }) => `${step}: failed`),
        ...excused.map(({ step }) => `${step}: ${client.cannotPass![step]}`),
      ];
      const passed = steps.length - failed.length - excused.length;
      updateTable(
        'clients',
        [
          [
            client.title,
            client.language,
            client.packages.join(', '),
            client.exercises,
            [`${passed} passed`, ...counted(failed, 'failed'), ...counted(excused, 'cannot pass')].join(', '),
            reasons.join('; ') || '—',
          ],
        ],
        clients.map(({ title }) => title),
      );
      return failed.map(({ step, reason }) => `${step}: ${reason}`);
    },
  };
}

/** Returns how many steps have a result, if any have it. */
const counted = (steps: readonly Step[], result: string): string[] =>
  steps.length > 0 ? [`${steps.length} ${result}`] : [];

async function drive(client: Client, folder: string, deployment: Deployment): Promise<Step[]> {
  const setup = await deployment.setUpFor(client.name);
  const { command, cwd, env, steps } = client.drive(folder);
  const { output, errors, code } = await run(command, {
    cwd,
    env: { ...process.env, ...env, ...setup.env },
    // This limit only ends runs that hang. A busy machine is many times slower than an idle one.
    timeoutMs: 1_200_000,
    ...(process.env.PARLEY_CLIENTS_VERBOSE && { onOutput: (text: string) => process.stdout.write(text) }),
  });
  const done = steps(output);
  const isFinished = code === 0 || done.some(({ passed }) => !passed);
  if (isFinished && done.length > 0) return done;
  const reason = `exit code ${code}: ${`${output}\n${errors}`.trim().slice(-800)}`;
  return [...done, { step: 'the program runs to its end', passed: false, reason }];
}

const parts: Part[] = [
  ...clients.map(partOf),
  { name: 'bytes', prepare: async () => undefined, check: checkBytes },
  { name: 'rendering', prepare: async () => undefined, check: measureRendering },
  { name: 'requests', prepare: async () => undefined, check: sendRequests },
];

/** Stops the deployment and the running program on a termination signal, because both would outlive this process. */
function stopAtSignals(startedDeployment: () => Promise<Deployment> | undefined): void {
  let isStopping = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, async () => {
      if (isStopping) return;
      isStopping = true;
      say(`Stopping at ${signal} …`);
      closeReport();
      endPrograms();
      await startedDeployment()
        ?.then((deployment) => deployment[Symbol.asyncDispose]())
        .catch(() => undefined);
      process.exit(128 + constants.signals[signal]);
    });
  }
}

/** Tests a deployment with a part. Returns the failures. */
async function checked(part: Part, deployment: Deployment): Promise<string[]> {
  const start = Date.now();
  say(`${part.name} …`);
  const found = await part
    .check(deployment)
    .catch((error: Error) => [`ended: ${error.stack ?? error.message}`]);
  const seconds = Math.round((Date.now() - start) / 1_000);
  say(`${part.name}: ${found.length === 0 ? 'passed' : `${found.length} failed`}, ${seconds} s`);
  return found.map((failure) => `${part.name}: ${failure}`);
}

async function main(names: readonly string[]): Promise<void> {
  const unknown = names.filter((name) => !parts.some((part) => part.name === name));
  if (unknown.length > 0) {
    throw new Error(
      `There is no ${unknown.join(', ')}; there are ${parts.map(({ name }) => name).join(', ')}.`,
    );
  }
  const chosen =
    names.length === 0 ? parts : names.flatMap((name) => parts.filter((part) => part.name === name));
  let starting: Promise<Deployment> | undefined;
  stopAtSignals(() => starting);
  const failures: string[] = [];
  const ready: Part[] = [];
  for (const part of chosen) {
    try {
      await part.prepare();
      ready.push(part);
    } catch (error) {
      const reason = `${part.name}: could not be installed: ${(error as Error).message}`;
      if (part.mayBeMissing) say(`SKIPPED ${reason}`);
      else failures.push(reason);
    }
  }
  for (const [firstMessageId, group] of Map.groupBy(ready, (part) => part.firstMessageId)) {
    starting = Deployment.start(firstMessageId);
    await using deployment = await starting;
    for (const part of group) failures.push(...(await checked(part, deployment)));
    failures.push(
      ...deployment.errorsInLogs().map((line) => `a service logged an error: ${line.slice(0, 600)}`),
    );
  }
  await formatReport();
  for (const failure of failures) say(`FAILED ${failure}`);
  say(failures.length === 0 ? 'All passed.' : `${failures.length} failures.`);
  process.exitCode = failures.length === 0 ? 0 : 1;
}

await main(process.argv.slice(2));
