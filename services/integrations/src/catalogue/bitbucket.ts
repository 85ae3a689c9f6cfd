import { integration } from '../domain/integration.ts';
import { cloudEvents } from './bitbucket/cloud.ts';
import { serverEvents } from './bitbucket/server.ts';
import { byEvent } from './shared/events.ts';
import { branchesOption } from './shared/pushes.ts';
import { hmac } from './shared/signatures.ts';

export const bitbucket = integration({
  name: 'bitbucket',
  title: 'Bitbucket',
  icon: { text: 'Bb', color: '#0052cc' },
  category: 'code',
  about: 'Posts pushes, pull requests, issues, comments and builds of Bitbucket Cloud and Data Center.',
  options: [branchesOption],
  ...byEvent({
    title: 'Bitbucket',
    renderers: { ...cloudEvents, ...serverEvents },
    name: (p, { headers }) => headers['x-event-key'] || p.text('eventKey'),
    needs: 'the header X-Event-Key',
  }),
  setup: [
    'In the repository, open **Repository settings → Webhooks** and press **Add webhook** (Data Center: **Create webhook**).',
    'Enter `{url}` as **URL**.',
    'To have senders verified, enter `{secret}` as **Secret**.',
    'Choose the triggers, and press **Save**.',
  ],
  verification: hmac('x-hub-signature', 'sha256='),
});
