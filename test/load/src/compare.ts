import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Figure, renderRows, withUnit } from './report.ts';
import { median } from './stats.ts';

/** Costs that `npm run bench -- compare` compares with their targets: title of the row, figure, and scenario that measures it. */
const rows: readonly { what: string; figure: string; scenario: string }[] = [
  {
    what: 'CPU of all processes per send, 32 connections',
    figure: 'CPU of all processes per send',
    scenario: 'sends',
  },
  {
    what: '… in bare requests',
    figure: 'CPU of all processes per send in bare requests',
    scenario: 'sends',
  },
  {
    what: 'sends a second against raw insert + emit',
    figure: 'sends acknowledged over HTTP, 32 connections',
    scenario: 'sends',
  },
  { what: 'one sender alone: CPU per send', figure: 'one sender alone: CPU per send', scenario: 'alone' },
  {
    what: '… in bare requests',
    figure: 'one sender alone: CPU per send in bare requests',
    scenario: 'alone',
  },
  { what: 'one sender alone: p50', figure: 'one sender alone: p50', scenario: 'alone' },
  { what: 'idle deployment', figure: 'idle deployment', scenario: 'idle' },
  { what: '1,000 long-polls: CPU per copy', figure: 'CPU of all processes per copy', scenario: 'fanOut' },
  { what: 'last of 1,000 listeners, p50', figure: 'a message to 1,000 waiting polls', scenario: 'fanOut' },
  { what: '10,000 waiting polls', figure: 'a message to 10,000 waiting polls', scenario: 'fanOut' },
  {
    what: '1,000 streams: CPU per copy',
    figure: 'CPU of all processes per copy by a stream',
    scenario: 'streams',
  },
  { what: 'last of 1,000 streams, p50', figure: 'a message to 1,000 streams', scenario: 'streams' },
  { what: 'memory per stream', figure: 'memory per stream in the gateways', scenario: 'streams' },
  {
    what: 'full registration, 10,000 people, 50,000 unread: CPU',
    figure: 'register with everything, CPU',
    scenario: 'registering',
  },
  { what: '… p50', figure: 'register with everything, p50', scenario: 'registering' },
  {
    what: 'full registration, 10,000 people, 500 unread: CPU',
    figure: 'register with everything, few unread, CPU',
    scenario: 'registering',
  },
  { what: '… p50', figure: 'register with everything, few unread, p50', scenario: 'registering' },
  {
    what: 'minimal registration: CPU',
    figure: 'register with messages only, CPU',
    scenario: 'registering',
  },
  {
    what: '… in bare requests',
    figure: 'register with messages only, CPU in bare requests',
    scenario: 'registering',
  },
  {
    what: '5,000 clients lose their queues: all are back',
    figure: 'everybody registers at once: all are back',
    scenario: 'comingBack',
  },
  { what: '… answers 5xx', figure: 'everybody registers at once: answers 5xx', scenario: 'comingBack' },
  { what: '… p99 of sends', figure: 'everybody registers at once: p99 of sends', scenario: 'comingBack' },
  {
    what: '… most memory of a process',
    figure: 'everybody registers at once: most memory of a process',
    scenario: 'comingBack',
  },
];

/** Names of the scenarios that `npm run bench -- compare` runs. */
export const comparedScenarios: readonly string[] = [...new Set(rows.map((row) => row.scenario))];

/** Formats costs as a table with their lower bounds and targets. Leaves out rows whose scenario was not run. */
export function renderComparison(figures: readonly Figure[]): string {
  const found = rows.flatMap(({ what, figure }) => {
    const each = figures.find(({ name }) => name === figure);
    return each ? [{ ...each, name: what }] : [];
  });
  const lines = found.map((each) => {
    const times = each.limit === undefined ? '' : `${(each.value / each.limit).toFixed(2)} ×`;
    const met = each.met === undefined ? '' : each.met ? 'yes' : 'no';
    const limit = each.limit === undefined ? '' : withUnit(each.limit, each.unit);
    return [each.name, withUnit(each.value, each.unit), limit, times, each.aim ?? '', met];
  });
  return renderRows([['what', 'measured', 'bare, same run', 'times bare', 'aim', 'met'], ...lines]);
}

const root = join(import.meta.dirname, '../../..');

/**
 * Runs scenarios alternately on the services of this version and of another one. The load generator and the launcher are of
 * this version in both cases. Returns a table with the medians of both versions.
 */
export function against(ref: string, names: readonly string[], rounds: number, say: (line: string) => void) {
  const sha = git(['rev-parse', '--short=12', `${ref}^{commit}`]).trim();
  const other = join(tmpdir(), 'parley-against', sha);
  if (!existsSync(join(other, 'package.json'))) {
    git(['worktree', 'prune']);
    git(['worktree', 'add', '--force', '--detach', other, sha]);
  }
  buildOther(other, ref);
  const results = join(root, 'test/load/results');
  mkdirSync(results, { recursive: true });
  const here: Figure[] = [];
  const there: Figure[] = [];
  for (let round = 1; round <= rounds; round++) {
    for (const [servicesOf, figures, label] of [
      [other, there, ref],
      ['', here, 'this version'],
    ] as const) {
      say(`Round ${round} of ${rounds}, ${label}`);
      const file = join(results, `round-${process.pid}.json`);
      const command = ['scripts/run.mjs', 'bench', ...names, '--results', file];
      // A scenario also fails when a required figure misses its target. Its figures are compared nevertheless.
      const env = { ...process.env, PARLEY_CLUSTER_ROOT: servicesOf };
      spawnSync(process.execPath, command, { cwd: root, env, stdio: ['ignore', 'ignore', 'inherit'] });
      if (!existsSync(file)) throw new Error(`The scenarios failed on ${label}; the reason stands above.`);
      figures.push(...(JSON.parse(readFileSync(file, 'utf8')) as { figures: Figure[] }).figures);
      rmSync(file);
    }
  }
  const values = (of: readonly Figure[], name: string) =>
    of.filter((each) => each.name === name).map((each) => each.value);
  const named = [...new Map(here.map((figure) => [figure.name, figure])).values()];
  const lines = named.map(({ name, unit }) => {
    const [now, before] = [median(values(here, name)), median(values(there, name))];
    const ratio = Number.isNaN(before) ? '' : `${(now / before).toFixed(2)} ×`;
    return [name, Number.isNaN(before) ? '' : withUnit(before, unit), withUnit(now, unit), ratio];
  });
  return renderRows([['figure, median', ref, 'this version', 'ratio'], ...lines]);
}

/** Installs and builds another version: its bench command does this before it rejects the unknown scenario name. */
function buildOther(folder: string, ref: string): void {
  const command = ['scripts/run.mjs', 'bench', 'nothing'];
  const { stderr } = spawnSync(process.execPath, command, {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  if (!stderr.includes('There is no scenario nothing')) throw new Error(`${ref} cannot be built: ${stderr}`);
}

const git = (args: readonly string[]): string =>
  execFileSync('git', [...args], { cwd: root, encoding: 'utf8' });
