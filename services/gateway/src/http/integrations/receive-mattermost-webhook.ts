import { WebhookForm } from '@parley/proto/integrations/v1/integrations';
import type { Transfer } from '../../edge/transfer.ts';
import { receive, shareOfTools } from './receive.ts';

/** Receives what a tool posts to an address in Mattermost's form. */
export const receiveMattermostWebhook: Transfer = {
  methods: ['POST'],
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
