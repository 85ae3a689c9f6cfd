import { integration } from '../domain/integration.ts';
import { code, facts, link, quote } from '../domain/markdown.ts';
import { PayloadError } from '../domain/templates/payload.ts';
import { oneEvent } from './shared/events.ts';
import { message, sentence, topicOf, who } from './shared/sentences.ts';

export const dockerhub = integration({
  name: 'dockerhub',
  title: 'Docker Hub',
  icon: { text: 'D', color: '#2496ed' },
  category: 'deployment',
  about: 'Posts when an image is pushed to a repository.',
  ...oneEvent('Docker Hub', 'push', (p) => {
    const repository = p.at('repository');
    if (!repository.isObject && !p.at('push_data').isObject)
      throw new PayloadError('A request of Docker Hub needs "push_data" and "repository".');
    const name = repository.firstText('repo_name', 'name');
    return message(
      topicOf('Docker Hub', name),
      sentence(
        `${who(p.text('push_data', 'pusher'))} pushed ${code(p.text('push_data', 'tag')) || 'an image'} to ${link(name || 'a repository', repository.text('repo_url'))}`,
      ),
      facts([['Private', repository.at('is_private').isTrue ? 'yes' : '']]),
      quote(repository.text('description'), 300),
    );
  }),
  setup: [
    'In the repository, open **Webhooks**.',
    'Enter a name and `{url}` as **Webhook URL**, and press **Create**.',
  ],
});
