import { code, facts, link, paragraphs } from '../../domain/markdown.ts';
import type { Message } from './events.ts';
import { duration, headline, sentence, topicOf, who } from './sentences.ts';

/** The state of a build, pipeline, deployment or job. */
export type BuildState = 'waiting' | 'started' | 'succeeded' | 'unstable' | 'failed' | 'canceled' | 'other';

const signs: Record<BuildState, string> = {
  waiting: '⏳',
  started: '▶️',
  succeeded: '✅',
  unstable: '⚠️',
  failed: '❌',
  canceled: '⏹️',
  other: 'ℹ️',
};

const states: Record<string, BuildState> = {
  success: 'succeeded',
  succeeded: 'succeeded',
  successful: 'succeeded',
  passed: 'succeeded',
  fixed: 'succeeded',
  ok: 'succeeded',
  completed: 'succeeded',
  finished: 'succeeded',
  ready: 'succeeded',
  applied: 'succeeded',
  healthy: 'succeeded',
  synced: 'succeeded',
  failure: 'failed',
  failed: 'failed',
  error: 'failed',
  errored: 'failed',
  broken: 'failed',
  stillfailing: 'failed',
  timedout: 'failed',
  infrastructurefail: 'failed',
  startupfailure: 'failed',
  exception: 'failed',
  degraded: 'failed',
  rejected: 'failed',
  unstable: 'unstable',
  warning: 'unstable',
  warnings: 'unstable',
  partiallysucceeded: 'unstable',
  actionrequired: 'unstable',
  neutral: 'unstable',
  stale: 'unstable',
  blocked: 'unstable',
  started: 'started',
  running: 'started',
  inprogress: 'started',
  building: 'started',
  progressing: 'started',
  preparing: 'started',
  pending: 'waiting',
  queued: 'waiting',
  created: 'waiting',
  waiting: 'waiting',
  scheduled: 'waiting',
  requested: 'waiting',
  waitingforresource: 'waiting',
  manual: 'waiting',
  onhold: 'waiting',
  canceled: 'canceled',
  cancelled: 'canceled',
  aborted: 'canceled',
  stopped: 'canceled',
  skipped: 'canceled',
  notrun: 'canceled',
  unauthorized: 'failed',
  denied: 'failed',
  approved: 'succeeded',
};

/** Returns the state that a word of a tool means. */
function buildState(word: string): BuildState {
  const key = word
    .trim()
    .toLowerCase()
    .replace(/[^a-z]/g, '');
  return Object.hasOwn(states, key) ? states[key]! : 'other';
}

const verbs: Record<Exclude<BuildState, 'other'>, string> = {
  waiting: 'waits',
  started: 'started',
  succeeded: 'succeeded',
  unstable: 'needs attention',
  failed: 'failed',
  canceled: 'was canceled',
};

/** Returns the sign for a word of a tool about the state of a build. */
export const buildSign = (word: string): string => signs[buildState(word)];

export type Build = {
  /** The word of the tool for its state: `success`. */
  state: string;
  /** What it is: `Build #12`. */
  name: string;
  url: string;
  /** Project or repository. */
  project: string;
  branch?: string;
  commit?: { id: string; message?: string; url?: string; author?: string };
  actor?: string;
  seconds?: number | undefined;
  /** More facts, as Markdown. */
  facts?: readonly (readonly [string, string])[];
  /** Further paragraphs: a log, failed steps. */
  details?: readonly (string | false | undefined)[];
  /** What happened, when its state does not say it: `was locked`. */
  verb?: string | undefined;
  /** Default: project and branch. */
  topic?: string;
};

export function buildMessage(build: Build): Message {
  const { name, url, project, branch = '', commit, actor = '', seconds, details = [] } = build;
  const state = buildState(build.state);
  const verb =
    build.verb !== undefined
      ? build.verb
      : state === 'other'
        ? `has the state ${code(build.state, 60) || 'unknown'}`
        : verbs[state];
  const where = [
    project === '' ? '' : `of ${link(project, '')}`,
    branch === '' ? '' : `on ${code(branch)}`,
  ].join(' ');
  const id = commit?.id.slice(0, 10) ?? '';
  const changed = [
    id === '' ? '' : link(id, commit?.url ?? ''),
    headline(commit?.message ?? ''),
    commit?.author ? `(${who(commit.author)})` : '',
  ];
  return {
    topic: topicOf('Builds', build.topic ?? topicOf('', project, branch)),
    content: paragraphs(
      `${signs[state]} ${sentence(`${link(name.trim() === '' ? 'Build' : name, url)} ${where} ${verb}`)}`,
      facts([
        ['Commit', changed.filter((part) => part !== '').join(' ')],
        ['By', actor === '' ? '' : who(actor)],
        ['Took', duration(seconds)],
        ...(build.facts ?? []),
      ]),
      ...details,
    ),
  };
}
