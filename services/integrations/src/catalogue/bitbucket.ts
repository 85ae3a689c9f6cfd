import { integration } from '../domain/integration.ts';
import { cloudEvents } from './bitbucket/cloud.ts';
import { ofBitbucket } from './bitbucket/common.ts';
import { serverEvents } from './bitbucket/server.ts';

export const bitbucket = integration({
  ...ofBitbucket({ ...cloudEvents, ...serverEvents }),
  name: 'bitbucket',
  title: 'Bitbucket',
  about:
    'Posts pushes, pull requests, issues, comments and builds of Bitbucket Cloud and Data Center: the address for new webhooks.',
  setup: [
    'In the repository, open **Repository settings → Webhooks** and press **Add webhook** (Data Center: **Create webhook**).',
    'Enter `{url}` as **URL**.',
    'To have senders verified, enter `{secret}` as **Secret**.',
    'Choose the triggers, and press **Save**.',
  ],
});
