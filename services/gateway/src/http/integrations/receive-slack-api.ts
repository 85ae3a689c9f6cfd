import { WebhookForm } from '@parley/proto/integrations/v1/integrations';
import type { Transfer } from '../../edge/declaration/transfer.ts';
import { receive, shareOfTools } from './receive.ts';

/** Receives what an app calls of Slack's Web API. */
export const receiveSlackApi: Transfer = {
  methods: ['GET', 'POST'],
  path: '/slack/api',
  takesRest: true,
  operation: 'receive-slack-api',
  summary: 'Calls a method of Slack’s Web API as the app whose token is in the header.',
  auth: 'none',
  isForPrograms: true,
  share: shareOfTools,
  changes: 'nothing',
  handle: (ctx, request) => receive(ctx, WebhookForm.SLACK_API, request),
};
