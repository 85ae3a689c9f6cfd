import { integration, type Rendered } from '../domain/integration.ts';
import { facts, link } from '../domain/markdown.ts';
import type { Payload } from '../domain/templates/payload.ts';
import { PayloadError } from '../domain/templates/payload.ts';
import { objectOf } from './shared/events.ts';
import { change, message, oneOf, sentence, topicOf, words } from './shared/sentences.ts';
import { hmac } from './shared/signatures.ts';

const kinds = [
  'story',
  'epic',
  'story-comment',
  'story-task',
  'iteration',
  'label',
  'milestone',
  'objective',
  'pull-request',
  'branch',
  'commit',
  'project',
  'epic-comment',
  'story-link',
];
const verbs: Record<string, string> = { create: 'created', update: 'changed', delete: 'deleted' };

/** Names stand beside the actions, under the IDs that actions have. */
function nameOf(p: Payload, id: string): string {
  return (
    p
      .list('references')
      .find((one) => one.text('id') === id)
      ?.firstText('name') ?? id
  );
}

export const shortcut = integration({
  name: 'shortcut',
  title: 'Shortcut',
  icon: { text: 'Sc', color: '#58b1e4' },
  category: 'project management',
  about: 'Posts stories, epics, comments and iterations.',
  events: kinds,
  render(request): Rendered {
    const p = objectOf(request, 'Shortcut');
    const actions = p.list('actions');
    const first = actions.find((one) => one.at('changes').exists && one.text('name') !== '') ?? actions[0];
    if (first === undefined || !first.isObject)
      throw new PayloadError('A request of Shortcut needs a list "actions".');
    const event = first.text('entity_type') || 'story';
    const changes = first
      .fields('changes')
      .filter(([key]) => !/^(?:position|.*_at|started|completed|.*mention_ids)$/.test(key))
      .map(([key, value]): [string, string] => {
        if (/^(?:description|text)$/.test(key)) return [key, 'edited'];
        const name = (one: Payload) => (/_id$/.test(key) ? nameOf(p, one.text()) : one.text());
        const added = value
          .list('adds')
          .map((one) => nameOf(p, one.text()))
          .join(', ');
        const removed = value
          .list('removes')
          .map((one) => nameOf(p, one.text()))
          .join(', ');
        return [
          words(key.replace(/_ids?$/, '')),
          added !== '' || removed !== ''
            ? change(removed, added || 'none')
            : change(name(value.at('old')), name(value.at('new')) || 'none'),
        ];
      });
    return {
      event,
      ...message(
        topicOf('Shortcut', first.text('name')),
        sentence(
          `${words(first.firstText('story_type') || event)} ${link(first.firstText('name', 'text', 'description', 'id') || 'unknown', first.firstText('app_url', 'url'))} was ${oneOf(verbs, first.text('action'), 'changed')}`,
        ),
        first.text('action') === 'update' && facts(changes),
      ),
    };
  },
  setup: [
    'In Shortcut, open **Settings → Integrations → Webhooks** and press **Add new webhook**.',
    'Enter `{url}` as **Payload URL** and `{secret}` as **Secret**.',
  ],
  verification: hmac('payload-signature'),
});
