import { cpus, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { Cluster, type ClusterOptions, type Person } from '@parley/test-kit';
import { type Bench, inParallel, type Scenario } from './bench.ts';
import { against, comparedScenarios, type Layout, layouts, renderComparison } from './compare.ts';
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
import { importing } from './scenarios/importing.ts';
import { integrations } from './scenarios/integrations.ts';
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
import { relevance } from './scenarios/relevance.ts';
import { rendering } from './scenarios/rendering.ts';
import { search } from './scenarios/search.ts';
import { sends } from './scenarios/sends.ts';
import { signIns } from './scenarios/sign-ins.ts';
import { signInEnv, signInsLdap, signInsOidc } from './scenarios/sign-ins-at-providers.ts';
import { small } from './scenarios/small.ts';
import { starting } from './scenarios/starting.ts';
import { streams } from './scenarios/streams.ts';
import { subscribers } from './scenarios/subscribers.ts';
import { topicDeletion } from './scenarios/topic-deletion.ts';
import { web } from './scenarios/web.ts';

const scenarios: Record<string, Scenario> = {
  idle,
  sends,
  alone,
  latency,
  small,
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
  starting,
  notify,
  followers,
  mails,
  signInsOidc,
  signInsLdap,
  growth,
  importing,
  integrations,
  relevance,
};

/** Options of scenarios that need several replicas or special settings. Each of them runs on its own cluster. */
const clusterOf: Partial<Record<string, Pick<ClusterOptions, 'replicas' | 'env'>>> = {
  // Needs its own cluster, because the number of people counts.
  small: {},
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

const usage = `Usage: npm run bench [-- [compare] SCENARIO… OPTIONS]

Measures figures beside the raw limits of this machine (docs/performance/scenarios.md). Without scenarios, it runs all of them.

  compare            measures the costs that have aims, in both layouts, and prints them next to the aims
  --layout LAYOUT    combined (all services in one process) or separate; default: separate, with compare both
  --against VERSION  also runs the scenarios on that version (a commit or a tag), in turns
  --rounds N         rounds of --against; default: 3
  --results FILE     file for the figures as JSON; default: a new file in test/load/results

Scenarios: ${[...Object.keys(scenarios), ...Object.keys(separate)].join(', ')}
`;

/** Runs `npm run bench`. */
async function main(args: string[]): Promise<void> {
  const { values: options, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      against: { type: 'string' },
      rounds: { type: 'string' },
      results: { type: 'string' },
      layout: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (options.help) {
    process.stdout.write(usage);
    return;
  }
  const isComparison = positionals[0] === 'compare';
  let names = isComparison ? positionals.slice(1) : positionals;
  if (isComparison && names.length === 0) names = [...comparedScenarios];
  const all = [...Object.keys(scenarios), ...Object.keys(separate)];
  const unknown = names.filter((name) => !all.includes(name));
  if (unknown.length > 0)
    return refuse(`There is no scenario ${unknown.join(', ')}; there are ${all.join(', ')}.`);
  const chosen = layouts.find((each) => each === options.layout);
  if (options.layout !== undefined && !chosen)
    return refuse(`There is no layout ${options.layout}; there are ${layouts.join(' and ')}.`);
  if (chosen) process.env.PARLEY_TEST_LAYOUT = chosen;
  if (options.against !== undefined) {
    process.stdout.write(`${against(options.against, names, Number(options.rounds ?? 3), say)}\n`);
    return;
  }
  if (isComparison) {
    const measured: Partial<Record<Layout, readonly Figure[]>> = {};
    for (const layout of chosen ? [chosen] : layouts) {
      process.env.PARLEY_TEST_LAYOUT = layout;
      measured[layout] = await measureAll(names);
    }
    process.stdout.write(`${renderComparison(measured)}\n`);
    const figures = Object.entries(measured).flatMap(([layout, each]) =>
      each.map((figure) => ({ ...figure, name: `${layout}: ${figure.name}` })),
    );
    say(`Written to ${writeResults(figures, machine, options.results)}`);
    return;
  }
  const figures = await measureAll(names);
  const others = figures.filter((figure) => !figure.growth);
  if (others.length > 0) process.stdout.write(`${renderTable(others)}\n`);
  if (others.length < figures.length) process.stdout.write(`${renderGrowth(figures)}\n`);
  for (const { name, value, unit, aim, method } of figures.filter((f) => f.isRequired && f.met === false)) {
    process.exitCode = 1;
    say(`Failed: ${name}: ${withUnit(value, unit)} instead of ${aim} (${method})`);
  }
  say(`Written to ${writeResults(figures, machine, options.results)}`);
}

const say = (line: string) => void process.stderr.write(`${line}\n`);

function refuse(reason: string): void {
  say(reason);
  process.exitCode = 1;
}

const machine = {
  cores: cpus().length,
  cpu: cpus()[0]?.model,
  memoryBytes: totalmem(),
  node: process.version,
};

/** Runs scenarios, all of them if none is named. A failed one is reported, and the others still run. */
async function measureAll(names: readonly string[]): Promise<Figure[]> {
  const wanted = Object.keys(scenarios).filter((name) => names.length === 0 || names.includes(name));
  const figures: Figure[] = [];
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
  return figures;
}

/** Runs scenarios one after the other on the same cluster, and adds their results to `figures`. */
async function runOn(
  options: Pick<ClusterOptions, 'replicas' | 'env'>,
  names: readonly string[],
  figures: Figure[],
  say: Bench['say'],
): Promise<void> {
  const isCombined = process.env.PARLEY_TEST_LAYOUT === 'combined';
  say(isCombined ? 'Starting all services in one process' : 'Starting every service as a process');
  await using cluster = await Cluster.start({
    // One process has one of each.
    ...(!isCombined && options.replicas && { replicas: options.replicas }),
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
