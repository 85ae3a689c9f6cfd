import { WebhookForm } from '@parley/proto/integrations/v1/integrations';
import type { Transfer } from '../../edge/declaration/transfer.ts';
import { receive, shareOfTools } from './receive.ts';

/** Receives what an app answers later to a command or press. */
export const receiveAppResponse: Transfer = {
  methods: ['POST'],
  path: '/slack/response',
  takesRest: true,
  operation: 'receive-app-response',
  summary: 'Answers a command or press, up to five times within 30 minutes.',
  auth: 'none',
  isForPrograms: true,
  share: shareOfTools,
  changes: 'nothing',
  handle: (ctx, request) => receive(ctx, WebhookForm.RESPONSE, request),
};
