import type { MessagingServiceService } from '@parley/proto/messaging/v1/messaging';
import type { Handlers } from '@parley/rpc';
import type { Ctx } from '../context.ts';
import { getInitialState } from './get-initial-state.ts';
import { getMessages } from './get-messages.ts';
import { getTopics } from './get-topics.ts';
import { hasNamedTopics } from './has-named-topics.ts';
import { sendMessage } from './send-message.ts';

/** Every RPC of the service. */
export const handlers = (ctx: Ctx): Handlers<typeof MessagingServiceService> => ({
  sendMessage: (request, call) => sendMessage(ctx, request, call),
  getMessages: (request, call) => getMessages(ctx, request, call),
  getTopics: (request, call) => getTopics(ctx, request, call),
  hasNamedTopics: (request) => hasNamedTopics(ctx, request),
  getInitialState: (request, call) => getInitialState(ctx, request, call),
});
