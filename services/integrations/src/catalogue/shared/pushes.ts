import type { WebhookEvent } from '../../domain/integration.ts';
import { bullets, code, link, paragraphs } from '../../domain/markdown.ts';
import { ignored, type Outcome } from './events.ts';
import { count, headline, sentence, topicOf, who } from './sentences.ts';

/** Commits that a message lists at most. */
const shownCommits = 15;

export type Commit = { id: string; message: string; url: string; author: string };

export type Push = {
  actor: string;
  repository: string;
  repositoryUrl: string;
  /** `refs/heads/main`, `refs/tags/v1`, or the name of a branch. */
  ref: string;
  commits: readonly Commit[];
  /** Number of commits, when more were pushed than the tool lists. */
  total?: number | undefined;
  compareUrl: string;
  branchUrl?: string;
  kind?: 'created' | 'deleted' | 'forced' | 'updated';
};

/** Option of the address: branches, joined by commas, whose pushes become messages. */
export const branchesOption = {
  key: 'branches',
  label: 'Only pushes to these branches, joined by commas',
  inputType: 'text',
} as const;

/** Returns the name of a branch or tag without the start of its full name. */
export const shortRef = (ref: string): string => ref.replace(/^refs\/(?:heads|tags|remotes)\//, '');

/** Returns the reason why a branch is not wanted by an address; otherwise undefined. */
function unwantedBranch(branch: string, { query }: Pick<WebhookEvent, 'query'>): Outcome | undefined {
  const wanted = (query[branchesOption.key] ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  if (wanted.length === 0 || wanted.includes(branch)) return undefined;
  return ignored(`The address takes only pushes to ${wanted.join(', ')}.`);
}

export function pushMessage(push: Push, request: Pick<WebhookEvent, 'query'>): Outcome {
  const { actor, repository, repositoryUrl, ref, commits, compareUrl, kind = 'updated' } = push;
  const isTag = ref.startsWith('refs/tags/');
  const name = shortRef(ref);
  if (!isTag) {
    const unwanted = unwantedBranch(name, request);
    if (unwanted) return unwanted;
  }
  const topic = topicOf('Pushes', repository, isTag ? 'tags' : name);
  const total = Math.max(push.total ?? 0, commits.length);
  const target = push.branchUrl ? link(name, push.branchUrl) : code(name) || 'a branch';
  const place = repository === '' ? '' : `of ${link(repository, repositoryUrl)}`;
  const noun = isTag ? 'tag' : 'branch';
  const commitsLink = total === 0 ? '' : link(count(total, 'commit'), compareUrl);
  const said = {
    created: `${isTag ? 'pushed' : 'created'} the ${noun} ${target} ${place}${commitsLink && !isTag ? ` with ${commitsLink}` : ''}`,
    deleted: `deleted the ${noun} ${code(name)} ${place}`,
    forced: `force-pushed ${noun} ${target} ${place}${commitsLink && ` with ${commitsLink}`}`,
    updated: commitsLink
      ? `pushed ${commitsLink} to ${noun} ${target} ${place}`
      : `pushed to ${noun} ${target} ${place}`,
  };
  const listed = kind === 'deleted' || isTag ? '' : commitList(commits, total);
  return {
    topic,
    content: paragraphs(sentence(`${who(actor)} ${said[kind]}`, listed === '' ? '.' : ':'), listed),
  };
}

const commitList = (commits: readonly Commit[], total = commits.length): string =>
  bullets(
    commits.slice(0, shownCommits).map(({ id, message, url, author }) => {
      const by = author.trim() === '' ? '' : ` (${link(author, '')})`;
      return `${link(id.slice(0, 10), url) || 'Commit'}: ${headline(message) || 'without a message'}${by}`;
    }),
    shownCommits,
    total - Math.min(total, shownCommits, commits.length),
  );
