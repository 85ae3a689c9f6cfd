import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Figure, renderRows, withUnit } from './report.ts';
import { median } from './stats.ts';

/** The layouts of a deployment: all services in one process, or each in its own. */
export const layouts = ['combined', 'separate'] as const;
export type Layout = (typeof layouts)[number];

/**
 * A cost that `npm run bench -- compare` compares with its aims: title of the row, figure, scenario that measures it, and the aim in each
 * layout. A figure is compared as it is, or relative to its raw limit (`times`, which is an upper or a lower bound).
 */
type Row = {
  what: string;
  figure: string;
  scenario: string;
  times?: 'at most' | 'at least';
  aims: Partial<Record<Layout, number>>;
};

const rows: readonly Row[] = [
  {
    what: 'CPU per send, 32 connections, in bare requests',
    figure: 'CPU of all processes per send in bare requests',
    scenario: 'sends',
    aims: { combined: 15, separate: 22 },
  },
  {
    what: 'sends a second against raw insert + emit',
    figure: 'sends acknowledged over HTTP, 32 connections',
    scenario: 'sends',
    times: 'at least',
    aims: { combined: 0.6, separate: 0.45 },
  },
  {
    what: 'one sender alone: CPU per send, in bare requests',
    figure: 'one sender alone: CPU per send in bare requests',
    scenario: 'alone',
    aims: { combined: 45, separate: 90 },
  },
  {
    what: 'one sender alone: p50',
    figure: 'one sender alone: p50',
    scenario: 'alone',
    aims: { combined: 1.5 },
  },
  { what: 'idle', figure: 'idle deployment', scenario: 'idle', aims: { combined: 1, separate: 2 } },
  {
    what: 'minimal registration, 170 people, in bare requests',
    figure: '170 people: minimal registration, CPU in bare requests',
    scenario: 'small',
    aims: { combined: 25, separate: 120 },
  },
  {
    what: 'full registration, 170 people, in bare requests',
    figure: '170 people: full registration, CPU in bare requests',
    scenario: 'small',
    aims: { combined: 400, separate: 1_200 },
  },
  {
    what: '100 messages read, in bare requests',
    figure: '170 people: 100 messages read, CPU in bare requests',
    scenario: 'small',
    aims: { combined: 80, separate: 200 },
  },
  {
    what: 'copy to one of 160 polls, in bare requests',
    figure: '170 people: copy to one of 160 polls, CPU in bare requests',
    scenario: 'small',
    aims: { combined: 7, separate: 9 },
  },
  {
    what: 'copy to one of 160 streams, in bare requests',
    figure: '170 people: copy to one of 160 streams, CPU in bare requests',
    scenario: 'small',
    aims: { combined: 4, separate: 6 },
  },
  {
    what: 'last of 1,000 listeners, p50, against bare',
    figure: 'a message to 1,000 waiting polls',
    scenario: 'fanOut',
    times: 'at most',
    aims: { combined: 1.5, separate: 2 },
  },
  {
    what: '5,000 clients of 10,000 people lose their queues: all are back',
    figure: 'everybody registers at once: all are back',
    scenario: 'comingBack',
    aims: { combined: 40, separate: 60 },
  },
  {
    what: 'CPU per send with 500 followers who are away, against none',
    figure: 'CPU of all processes per send, against a topic that nobody follows',
    scenario: 'followers',
    aims: { combined: 1.5, separate: 1.5 },
  },
  {
    what: 'memory of everything, demo organization (PSS)',
    figure: 'memory of everything, demo organization (PSS)',
    scenario: 'starting',
    aims: { combined: 450, separate: 1_500 },
  },
  {
    what: '`npm start`, built, to ready',
    figure: 'start, until ready',
    scenario: 'starting',
    aims: { combined: 4 },
  },
];

/** Names of the scenarios that `npm run bench -- compare` runs. */
export const comparedScenarios: readonly string[] = [...new Set(rows.map((row) => row.scenario))];

/** Formats costs as a table with their aims, a pair of columns for each layout. Leaves out rows whose scenario was not run. */
export function renderComparison(measured: Partial<Record<Layout, readonly Figure[]>>): string {
  const shown = layouts.filter((layout) => measured[layout]);
  const lines = rows.flatMap((row) => {
    const cells = shown.map((layout) => {
      const figure = measured[layout]!.find(({ name }) => name === row.figure);
      return figure && cellsOf(row, figure, layout);
    });
    if (cells.every((each) => each === undefined)) return [];
    return [[row.what, ...cells.flatMap((each) => each ?? ['', '', ''])]];
  });
  return renderRows([['what', ...shown.flatMap((layout) => [layout, 'aim', 'met'])], ...lines]);
}

/** Returns the value of a figure in a layout, the aim, and whether it is met. */
function cellsOf({ times, aims }: Row, figure: Figure, layout: Layout): string[] {
  const { value, limit, unit } = figure;
  const aim = aims[layout];
  const compared = times && limit !== undefined ? value / limit : value;
  const text = (number: number) => {
    if (times === 'at least') return `${Math.round(number * 100)} %`;
    return times ? `${number.toPrecision(3)} ×` : withUnit(number, unit);
  };
  if (aim === undefined) return [text(compared), '', ''];
  const isMet = times === 'at least' ? compared >= aim : compared <= aim;
  const bound =
    times === 'at least' ? `≥ ${text(aim)}` : `≤ ${aim.toLocaleString('en')} ${times ? '×' : unit}`;
  return [text(compared), bound.trimEnd(), isMet ? 'yes' : 'no'];
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
