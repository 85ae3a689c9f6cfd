import { integration } from '../domain/integration.ts';
import { facts, plain } from '../domain/markdown.ts';
import { buildMessage } from './shared/builds.ts';
import { byEvent, type Renderer } from './shared/events.ts';

/** Results by their numbers. */
const results = ['success', 'warnings', 'failure', 'skipped', 'exception', 'waiting', 'canceled'];

const show: Renderer = (p, _request, event) => {
  const builder = p.firstText('buildername', 'builder.name') || 'a builder';
  // The number of the build at its builder, as Buildbot's pages show it; `buildid` counts those of all builders.
  const number = p.firstText('number', 'buildid');
  const project = p.firstText('project') || p.list('buildset', 'sourcestamps')[0]?.text('project') || '';
  const stamp = p.list('buildset', 'sourcestamps')[0] ?? p.at('none');
  // `[["Anna <anna@example.com>"], "Build"]`: who made the changes, and where the property comes from.
  const owners = p.list('properties', 'owners')[0]?.list() ?? [];
  const [started, completed] = [p.number('started_at'), p.number('complete_at')];
  return buildMessage({
    state: event === 'new' ? 'started' : (results[p.number('results') ?? -1] ?? p.text('state_string')),
    name: `Build #${number || '?'} of ${builder}`,
    url: p.text('url'),
    project,
    topic: project || builder,
    branch: stamp.text('branch'),
    commit: {
      id: stamp.text('revision'),
      author: owners.map((owner) => owner.text().replace(/\s*<[^>]*>$/, '')).join(', '),
    },
    seconds: started === undefined || completed === undefined ? undefined : completed - started,
    details: [event === 'finished' && facts([['State', plain(p.text('state_string'))]])],
  });
};

export const buildbot = integration({
  name: 'buildbot',
  title: 'Buildbot',
  icon: { text: 'B', color: '#6f2da8' },
  category: 'deployment',
  about: 'Posts builds when they start and end.',
  ...byEvent({
    title: 'Buildbot',
    renderers: { new: show, finished: show },
    name: (p) =>
      p.text('event') || (p.at('complete').isTrue ? 'finished' : p.at('complete').exists ? 'new' : ''),
    needs: 'the field event',
  }),
  setup: [
    'Add to `master.cfg`: `c["services"].append(reporters.HttpStatusPush(serverUrl="{url}"))`.',
    'To have senders verified, add `auth=("parley", "{secret}")` to `HttpStatusPush`.',
    'Reload the configuration of Buildbot.',
  ],
  verification: { kind: 'basic' },
});
