import { integration } from '../domain/integration.ts';
import { ofBitbucket } from './bitbucket/common.ts';
import { serverEvents } from './bitbucket/server.ts';

/** The address that other servers of this API give to Bitbucket Data Center, so that it can stay as it is. */
export const bitbucket3 = integration({
  ...ofBitbucket(serverEvents),
  name: 'bitbucket3',
  title: 'Bitbucket Data Center',
  about:
    'Posts pushes, pull requests and comments of Bitbucket Data Center only: for webhooks that moved here from another server with their address.',
  setup: [
    'In the repository, open **Repository settings → Webhooks** and press **Create webhook**.',
    'Enter `{url}` as **URL**.',
    'To have senders verified, enter `{secret}` as **Secret**.',
    'Choose the triggers, and press **Save**.',
  ],
});
