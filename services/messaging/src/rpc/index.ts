import type { MessagingServiceService } from '@parley/proto/messaging/v1/messaging';
import type { Handlers } from '@parley/rpc';
import type { Ctx } from '../context.ts';
import { addReaction } from './add-reaction.ts';
import { canSeeAnyMessage } from './can-see-any-message.ts';
import { deleteMessage } from './delete-message.ts';
import { getInitialState } from './get-initial-state.ts';
import { getMessages } from './get-messages.ts';
import { getTopics } from './get-topics.ts';
import { hasNamedTopics } from './has-named-topics.ts';
import { removeReaction } from './remove-reaction.ts';
import { renderText } from './render-message.ts';
import { sendMessage } from './send-message.ts';
import { updateMessage } from './update-message.ts';

/** Every RPC of the service. */
export const handlers = (ctx: Ctx): Handlers<typeof MessagingServiceService> => ({
  sendMessage: (request, call) => sendMessage(ctx, request, call),
  getMessages: (request, call) => getMessages(ctx, request, call),
  getTopics: (request, call) => getTopics(ctx, request, call),
  hasNamedTopics: (request) => hasNamedTopics(ctx, request),
  canSeeAnyMessage: (request, call) => canSeeAnyMessage(ctx, request, call),
  addReaction: (request, call) => addReaction(ctx, request, call),
  removeReaction: (request, call) => removeReaction(ctx, request, call),
  updateMessage: (request, call) => updateMessage(ctx, request, call),
  deleteMessage: (request, call) => deleteMessage(ctx, request, call),
  renderMessage: (request, call) => renderText(ctx, request, call),
  getInitialState: (request, call) => getInitialState(ctx, request, call),
});
