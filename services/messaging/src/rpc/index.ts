import { type Scope, scopedHandlers } from '@parley/facts';
import type { MessagingServiceService } from '@parley/proto/messaging/v1/messaging';
import { personOf } from '@parley/rpc';
import { requireContents } from '@parley/rules';
import type { Ctx } from '../context.ts';
import { handlersByName } from '../gen/handlers.ts';

/** RPCs that answer API keys without the area `messages`, too. They leave out contents themselves. */
const openWithoutContents = {
  canSeeAnyMessage: 'answers that the caller sees none',
  getInitialState: 'contains only the ID of the newest message',
  getTopics: 'names of topics belong to the area `channels`',
  getMovedTopic: 'as `getTopics`',
  hasNamedTopics: 'one bit, for changes of a channel',
} as const satisfies Partial<Record<keyof typeof handlersByName, string>>;

/** Keys without the area `messages` are refused: all of this is contents (docs/decisions/api-keys.md#contents). */
export const handlers = (ctx: Ctx) =>
  scopedHandlers<typeof MessagingServiceService, Ctx>(ctx, withContentsOnly(handlersByName));

function withContentsOnly<Handlers extends object>(all: Handlers): Handlers {
  type Handler = (ctx: Ctx, request: unknown, scope: Scope) => unknown;
  const guarded = Object.entries(all as Record<string, Handler>).map(([name, handler]) => {
    if (Object.hasOwn(openWithoutContents, name)) return [name, handler];
    const refusing: Handler = (ctx, request, scope) => {
      requireContents(personOf(scope.call)?.keyScope);
      return handler(ctx, request, scope);
    };
    return [name, refusing];
  });
  return Object.fromEntries(guarded) as Handlers;
}
