import { integration } from '../domain/integration.ts';
import { byEvent } from './shared/events.ts';
import { eventOf, forgejoEvents } from './shared/gitea.ts';
import { branchesOption } from './shared/pushes.ts';
import { hmac } from './shared/signatures.ts';

export const forgejo = integration({
  name: 'forgejo',
  title: 'Forgejo',
  icon: { text: 'Fj', color: '#d40000' },
  category: 'code',
  about:
    'Posts pushes, issues, pull requests, reviews, releases, packages and builds of repositories, such as those of Codeberg.',
  options: [branchesOption],
  ...byEvent({
    title: 'Forgejo',
    renderers: forgejoEvents,
    name: eventOf(
      forgejoEvents,
      'x-forgejo-event-type',
      'x-gitea-event-type',
      'x-forgejo-event',
      'x-gitea-event',
    ),
    needs: 'the header X-Forgejo-Event',
  }),
  setup: [
    'In the repository or organization, open **Settings → Webhooks → Add webhook → Forgejo**.',
    'Enter `{url}` as **Target URL**; keep `POST` and `application/json`.',
    'To have senders verified, enter `{secret}` as **Secret**.',
    'Choose the events, and press **Add webhook**.',
  ],
  verification: hmac('x-forgejo-signature'),
});
