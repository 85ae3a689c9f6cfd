import { code, facts, link } from '../../domain/markdown.ts';
import type { Payload } from '../../domain/templates/payload.ts';
import type { Message } from '../shared/events.ts';
import type { Item } from '../shared/items.ts';
import { change, message, sentence, topicOf, who, words } from '../shared/sentences.ts';

/** The person who caused the event. */
export const sender = (p: Payload): string => p.firstText('sender.login', 'pusher.name', 'sender.name');

/** The repository's name, or that of the organization, for topics. */
export const place = (p: Payload): string =>
  p.firstText('repository.name', 'organization.login', 'enterprise.name', 'installation.account.login');

export const repositoryLink = (p: Payload): string => {
  const name = p.firstText('repository.full_name', 'repository.name');
  return name === '' ? 'a repository' : link(name, p.text('repository', 'html_url'));
};

/** The action in words: `review_requested` is `review requested`. */
export const action = (p: Payload): string => words(p.text('action')) || 'changed';

/** A message in the topic of the repository. */
export const about = (
  p: Payload,
  title: string,
  ...details: readonly (string | undefined | false)[]
): Message => message(topicOf('GitHub', place(p)), sentence(title), ...details);

/** A message that the sender did something. */
export const did = (
  p: Payload,
  title: string,
  ...details: readonly (string | undefined | false)[]
): Message => about(p, `${who(sender(p))} ${title}`, ...details);

/** The issue of an event; comments of pull requests have them as issues, too. */
export const issue = (p: Payload): Item => ({
  kind: p.at('issue', 'pull_request').exists ? 'pull request' : 'issue',
  id: p.text('issue', 'number'),
  title: p.text('issue', 'title'),
  url: p.text('issue', 'html_url'),
});

export const pullRequest = (p: Payload): Item => ({
  kind: 'pull request',
  id: p.firstText('pull_request.number', 'number'),
  title: p.text('pull_request', 'title'),
  url: p.text('pull_request', 'html_url'),
});

/** What an edit changed: `changes` has the former values. The text itself is not repeated. */
export const edits = (p: Payload, now: Payload): string =>
  facts(
    p.fields('changes').map(([field, value]) => {
      const before = value.firstText('from', 'ref.from', 'login.from');
      const after = field === 'base' ? now.text('base', 'ref') : now.text(field);
      if (field === 'body' || field === 'description') return [field, 'edited'];
      return [field, before === '' && after === '' ? 'changed' : change(before, after)];
    }),
  );

/** Shows a commit's hash as a link. */
export const commitLink = (p: Payload, hash: string): string => {
  const repository = p.text('repository', 'html_url');
  if (hash === '') return 'a commit';
  return repository === ''
    ? code(hash.slice(0, 10))
    : link(hash.slice(0, 10), `${repository}/commit/${hash}`);
};
