import { cpus, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { Cluster, type ClusterOptions, type Person } from '@parley/test-kit';
import { type Bench, inParallel, type Scenario } from './bench.ts';
import { against, comparedScenarios, renderComparison } from './compare.ts';
import { renderGrowth } from './growth/table.ts';
import { type Figure, renderTable, withUnit, writeResults } from './report.ts';
import { alone } from './scenarios/alone.ts';
import { comingBack } from './scenarios/coming-back.ts';
import { costs } from './scenarios/costs.ts';
import { crowdJoins } from './scenarios/crowd.ts';
import { fanOut } from './scenarios/fan-out.ts';
import { files } from './scenarios/files.ts';
import { followers } from './scenarios/followers.ts';
import { growth } from './scenarios/growth.ts';
import { idle } from './scenarios/idle.ts';
import { latency } from './scenarios/latency.ts';
import { mails } from './scenarios/mails.ts';
import { notify } from './scenarios/notify.ts';
import { overload } from './scenarios/overload.ts';
import { ownWrites } from './scenarios/own-writes.ts';
import { presence } from './scenarios/presence.ts';
import { freshReplica, idleQueues } from './scenarios/queues.ts';
import { reading } from './scenarios/reading.ts';
import { registering } from './scenarios/registering.ts';
import { relay } from './scenarios/relay.ts';
import { rendering } from './scenarios/rendering.ts';
import { search } from './scenarios/search.ts';
import { sends } from './scenarios/sends.ts';
import { signIns } from './scenarios/sign-ins.ts';
import { signInEnv, signInsLdap, signInsOidc } from './scenarios/sign-ins-at-providers.ts';
import { streams } from './scenarios/streams.ts';
import { subscribers } from './scenarios/subscribers.ts';
import { topicDeletion } from './scenarios/topic-deletion.ts';
import { web } from './scenarios/web.ts';

const scenarios: Record<string, Scenario> = {
  idle,
  sends,
  alone,
  latency,
  fanOut,
  streams,
  relay,
  subscribers,
  rendering,
  costs,
  topicDeletion,
  crowdJoins,
  presence,
  files,
  reading,
  idleQueues,
  freshReplica,
  registering,
  comingBack,
  signIns,
  ownWrites,
  overload,
  web,
  search,
};

/** Scenarios that start their cluster themselves. */
const separate: Record<string, (say: Bench['say']) => Promise<Figure[]>> = {
  notify,
  followers,
  mails,
  signInsOidc,
  signInsLdap,
  growth,
};

/** Options of scenarios that need several replicas or special settings. Each of them runs on its own cluster. */
const clusterOf: Partial<Record<string, Pick<ClusterOptions, 'replicas' | 'env'>>> = {
  fanOut: { replicas: { gateway: 2 } },
  streams: { replicas: { gateway: 2 } },
  ownWrites: { replicas: { gateway: 2 } },
  // Needs its own cluster, because its generated rows have the same IDs as those of the scenario `reading`.
  web: {},
  search: {},
  signIns: { env: signInEnv },
  // Uses the limits of production.
  comingBack: {
    env: {
      PARLEY_GATEWAY_TARGET_MS: '150',
      PARLEY_GATEWAY_MAX_LAG_MS: '300',
      PARLEY_GATEWAY_MAX_REGISTRATIONS: '8',
    },
  },
  // Uses the limits of production.
  overload: { env: { PARLEY_GATEWAY_TARGET_MS: '150', PARLEY_GATEWAY_MAX_LAG_MS: '300' } },
};

/**
 * Runs `npm run bench [-- SCENARIO…]`, by default with all scenarios. `compare` prints the costs next to their targets.
 * `--against REF` also runs the scenarios on that version, alternately, `--rounds N` times (default 3).
 */
async function main(args: string[]): Promise<void> {
  const { values: options, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { against: { type: 'string' }, rounds: { type: 'string' }, results: { type: 'string' } },
  });
  const isComparison = positionals[0] === 'compare';
  let names = isComparison ? positionals.slice(1) : positionals;
  if (isComparison && names.length === 0) names = [...comparedScenarios];
  const all = [...Object.keys(scenarios), ...Object.keys(separate)];
  const unknown = names.filter((name) => !all.includes(name));
  if (unknown.length > 0) {
    process.stderr.write(`There is no scenario ${unknown.join(', ')}; there are ${all.join(', ')}.\n`);
    process.exitCode = 1;
    return;
  }
  const say = (line: string) => process.stderr.write(`${line}\n`);
  if (options.against !== undefined) {
    process.stdout.write(`${against(options.against, names, Number(options.rounds ?? 3), say)}\n`);
    return;
  }
  const wanted = Object.keys(scenarios).filter((name) => names.length === 0 || names.includes(name));
  const figures: Figure[] = [];
  /** Runs one measurement, and records a failure so that later measurements still run. */
  const measure = async (measured: readonly string[], run: (figures: Figure[]) => Promise<void>) => {
    const startedMs = performance.now();
    try {
      await run(figures);
    } catch (error) {
      process.exitCode = 1;
      say(`Failed: ${measured.join(', ')}: ${(error as Error).stack}`);
    }
    say(`${measured.join(', ')} took ${Math.round((performance.now() - startedMs) / 1_000)} s`);
  };
  const shared = wanted.filter((name) => !clusterOf[name]);
  if (shared.length > 0) await measure(shared, (into) => runOn({}, shared, into, say));
  for (const name of wanted) {
    const options = clusterOf[name];
    if (options) await measure([name], (into) => runOn(options, [name], into, say));
  }
  for (const [name, scenario] of Object.entries(separate))
    if (names.length === 0 || names.includes(name))
      await measure([name], async (into) => void into.push(...(await scenario(say))));
  const machine = {
    cores: cpus().length,
    cpu: cpus()[0]?.model,
    memoryBytes: totalmem(),
    node: process.version,
  };
  const others = figures.filter((figure) => !figure.growth);
  if (isComparison || others.length > 0)
    process.stdout.write(`${isComparison ? renderComparison(figures) : renderTable(others)}\n`);
  if (others.length < figures.length) process.stdout.write(`${renderGrowth(figures)}\n`);
  for (const { name, value, unit, aim, method } of figures.filter((f) => f.isRequired && f.met === false)) {
    process.exitCode = 1;
    say(`Failed: ${name}: ${withUnit(value, unit)} instead of ${aim} (${method})`);
  }
  say(`Written to ${writeResults(figures, machine, options.results)}`);
}

/** Runs scenarios one after the other on the same cluster, and adds their results to `figures`. */
async function runOn(
  options: Pick<ClusterOptions, 'replicas' | 'env'>,
  names: readonly string[],
  figures: Figure[],
  say: Bench['say'],
): Promise<void> {
  say('Starting every service as a process');
  await using cluster = await Cluster.start({
    ...options,
    env: { PARLEY_EVENT_QUEUE_MAX_PER_PERSON: '5000', PARLEY_MAX_UPLOAD_MIB: '1025', ...options.env },
  });
  const bench = await createBench(cluster, say);
  for (const name of names) {
    say(`Measuring ${name}`);
    figures.push(...(await scenarios[name]!(bench)));
  }
}

async function createBench(cluster: Cluster, say: Bench['say']): Promise<Bench> {
  const { organization } = cluster;
  const { sender } = await organization.add('sender');
  const people: Person[] = [];
  const accounts: number[] = [];
  return {
    cluster,
    organization,
    sender,
    rounds: 3,
    say,
    async people(count) {
      for (let next = people.length; next < count; next++) {
        people.push((await organization.add(`person-${next}`))[`person-${next}`]!);
      }
      return people.slice(0, count);
    },
    async accounts(count) {
      say(`Creating ${count} accounts`);
      const first = accounts.length;
      accounts.push(
        ...(await inParallel(Math.max(0, count - first), 8, (index) =>
          organization.createAccount(`account-${first + index}`),
        )),
      );
      return accounts.slice(0, count);
    },
  };
}

await main(process.argv.slice(2));
