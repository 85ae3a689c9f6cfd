import { code, facts, link, paragraphs } from '../../domain/markdown.ts';
import type { Message } from './events.ts';
import { duration, headline, oneOf, sentence, topicOf, who } from './sentences.ts';

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

/** The letters of a tool's word for a state. */
const keyOf = (word: string): string =>
  word
    .trim()
    .toLowerCase()
    .replace(/[^a-z]/g, '');

/** Returns the state that a word of a tool means. */
const buildState = (word: string): BuildState => oneOf(states, keyOf(word), 'other');

const verbs: Record<Exclude<BuildState, 'other'>, string> = {
  waiting: 'waits',
  started: 'started',
  succeeded: 'succeeded',
  unstable: 'needs attention',
  failed: 'failed',
  canceled: 'was canceled',
};

/** What tools tell apart within one state, by the same keys as `states`. */
const ownVerbs: Record<string, string> = {
  created: 'is new',
  queued: 'is queued',
  scheduled: 'is scheduled',
  requested: 'was requested',
  manual: 'waits for somebody to start it',
  waitingforresource: 'waits for a resource',
  onhold: 'is on hold',
  preparing: 'is being prepared',
  fixed: 'succeeded again',
  approved: 'was approved',
  error: 'failed with an error',
  errored: 'failed with an error',
  exception: 'failed with an error',
  broken: 'broke',
  stillfailing: 'still fails',
  timedout: 'timed out',
  infrastructurefail: 'failed because of its infrastructure',
  startupfailure: 'failed to start',
  degraded: 'is degraded',
  rejected: 'was rejected',
  denied: 'was denied',
  unauthorized: 'failed, because it is not authorized',
  partiallysucceeded: 'succeeded in part',
  blocked: 'is blocked',
  stale: 'is stale',
  neutral: 'ended without a result',
  stopped: 'was stopped',
  aborted: 'was aborted',
  skipped: 'was skipped',
  notrun: 'was not run',
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
        : oneOf(ownVerbs, keyOf(build.state), verbs[state]);
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
