import { WebhookForm } from '@parley/proto/integrations/v1/integrations';
import { z } from 'zod';
import type { Transfer } from '../../edge/declaration/transfer.ts';
import { receive, shareOfTools } from './receive.ts';

/** Receives what a tool posts to an address in Zulip's form. */
export const receiveWebhook: Transfer = {
  // Some tools check an address by GET or HEAD before they post to it.
  methods: ['POST', 'GET', 'HEAD'],
  path: '/api/v1/external',
  takesRest: true,
  operation: 'receive-webhook',
  summary: 'Posts what a tool sends as the bot whose key is in the address (`api_key`).',
  auth: 'none',
  isForPrograms: true,
  share: shareOfTools,
  changes: 'nothing',
  answer: z.strictObject({
    /** A message was sent, or the event was ignored by the integration or filtered by the address. */
    outcome: z.enum(['sent', 'ignored', 'filtered']),
    message_id: z.int().optional(),
    reason: z.string().optional(),
  }),
  handle: (ctx, request) => receive(ctx, WebhookForm.EXTERNAL, request),
};
