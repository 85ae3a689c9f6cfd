import { integration } from '../domain/integration.ts';
import { byEvent } from './shared/events.ts';
import { commonEvents, eventOf } from './shared/gitea.ts';
import { branchesOption } from './shared/pushes.ts';
import { hmac } from './shared/signatures.ts';

export const gogs = integration({
  name: 'gogs',
  title: 'Gogs',
  icon: { text: 'Go', color: '#428f29' },
  category: 'code',
  about: 'Posts pushes, issues, pull requests, comments and releases of repositories.',
  options: [branchesOption],
  ...byEvent({
    title: 'Gogs',
    renderers: commonEvents,
    name: eventOf(commonEvents, 'x-gogs-event'),
    needs: 'the header X-Gogs-Event',
  }),
  setup: [
    'In the repository or organization, open **Settings → Webhooks → Add a new webhook → Gogs**.',
    'Enter `{url}` as **Payload URL**, and choose `application/json`.',
    'To have senders verified, enter `{secret}` as **Secret**.',
    'Choose the events, and press **Add Webhook**.',
  ],
  verification: hmac('x-gogs-signature'),
});
