import { integration } from '../domain/integration.ts';
import { byEvent } from './shared/events.ts';
import { eventOf, giteaEvents } from './shared/gitea.ts';
import { branchesOption } from './shared/pushes.ts';
import { hmac } from './shared/signatures.ts';

export const gitea = integration({
  name: 'gitea',
  title: 'Gitea',
  icon: { text: 'Gt', color: '#609926' },
  category: 'code',
  about: 'Posts pushes, issues, pull requests, reviews, releases, packages and builds of repositories.',
  options: [branchesOption],
  ...byEvent({
    title: 'Gitea',
    renderers: giteaEvents,
    name: eventOf(giteaEvents, 'x-gitea-event-type', 'x-gitea-event'),
    needs: 'the header X-Gitea-Event',
  }),
  setup: [
    'In the repository or organization, open **Settings → Webhooks → Add Webhook → Gitea**.',
    'Enter `{url}` as **Target URL**; keep `POST` and `application/json`.',
    'To have senders verified, enter `{secret}` as **Secret**.',
    'Choose the events, and press **Add Webhook**.',
  ],
  verification: hmac('x-gitea-signature'),
});
