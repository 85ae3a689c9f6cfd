import { WebhookForm } from '@parley/proto/integrations/v1/integrations';
import type { Transfer } from '../../edge/declaration/transfer.ts';
import { receive, shareOfTools } from './receive.ts';

export const receiveMattermostWebhook: Transfer = {
  // Some tools check an address by GET or HEAD before they post to it.
  methods: ['POST', 'GET', 'HEAD'],
  path: '/hooks',
  takesRest: true,
  operation: 'receive-mattermost-webhook',
  summary:
    'Posts what a tool sends to an incoming webhook in Mattermost’s form, whose token is in the address.',
  auth: 'none',
  isForPrograms: true,
  share: shareOfTools,
  changes: 'nothing',
  handle: (ctx, request) => receive(ctx, WebhookForm.HOOKS, request),
};
