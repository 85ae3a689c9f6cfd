import { integration } from '../domain/integration.ts';
import { cloudEvents } from './bitbucket/cloud.ts';
import { ofBitbucket } from './bitbucket/common.ts';

/** The address that other servers of this API give to Bitbucket Cloud, so that it can stay as it is. */
export const bitbucket2 = integration({
  ...ofBitbucket(cloudEvents),
  name: 'bitbucket2',
  title: 'Bitbucket Cloud',
  about:
    'Posts pushes, pull requests, issues, comments and builds of Bitbucket Cloud only: for webhooks that moved here from another server with their address.',
  setup: [
    'In the repository, open **Repository settings → Webhooks** and press **Add webhook**.',
    'Enter `{url}` as **URL**.',
    'To have senders verified, enter `{secret}` as **Secret**.',
    'Choose the triggers, and press **Save**.',
  ],
});
