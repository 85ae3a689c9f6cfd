import { integration } from '../domain/integration.ts';
import { buildEvents } from './github/builds.ts';
import { codeEvents } from './github/code.ts';
import { placeEvents } from './github/places.ts';
import { securityEvents } from './github/security.ts';
import { byEvent } from './shared/events.ts';
import { branchesOption } from './shared/pushes.ts';
import { hmac } from './shared/signatures.ts';

export const github = integration({
  name: 'github',
  title: 'GitHub',
  icon: { text: 'GH', color: '#24292f' },
  category: 'code',
  about:
    'Posts pushes, issues, pull requests, reviews, builds, releases and security alerts of repositories and organizations.',
  options: [branchesOption],
  ...byEvent({
    title: 'GitHub',
    renderers: { ...codeEvents, ...buildEvents, ...securityEvents, ...placeEvents },
    name: (_, { headers }) => headers['x-github-event'] ?? '',
    needs: 'the header X-GitHub-Event',
  }),
  setup: [
    'In the repository or organization, open **Settings → Webhooks → Add webhook**.',
    'Enter `{url}` as **Payload URL**, and choose `application/json` as **Content type**.',
    'To have senders verified, enter `{secret}` as **Secret**.',
    'Choose the events, and press **Add webhook**. GitHub sends a first message at once.',
  ],
  verification: hmac('x-hub-signature-256', 'sha256='),
});
