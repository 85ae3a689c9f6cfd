import type { Call, Definition, Handlers } from '@parley/rpc';
import { createScope, type Scope } from './scope.ts';
import type { FactCache } from './types.ts';

/** The handlers of a service. A handler receives the context of the process, the request, and the scope of the request. */
export type ScopedHandlers<D extends Definition, Ctx> = {
  readonly [Name in keyof D]: Handlers<D>[Name] extends (request: infer Request, call: Call) => infer Answer
    ? (ctx: Ctx, request: Request, scope: Scope) => Answer
    : never;
};

/**
 * Converts scoped handlers to RPC handlers: each call gives the handler the context of the process and a new scope. When the user
 * has written something recently, the handler runs after the caches contain it. If that takes too long, lookups ask the owners.
 */
export function scopedHandlers<D extends Definition, Ctx extends { factCache: FactCache }>(
  ctx: Ctx,
  handlers: ScopedHandlers<D, Ctx>,
): Handlers<D> {
  type Handler = (ctx: Ctx, request: unknown, scope: Scope) => unknown;
  return Object.fromEntries(
    Object.entries(handlers as Record<string, Handler>).map(([name, handler]) => [
      name,
      (request: unknown, call: Call) => {
        const caughtUp = ctx.factCache.catchUp(call);
        if (!(caughtUp instanceof Promise))
          return handler(ctx, request, createScope(ctx.factCache, caughtUp));
        return caughtUp.then((each) => handler(ctx, request, createScope(ctx.factCache, each)));
      },
    ]),
  ) as unknown as Handlers<D>;
}
