import type { Call, Definition, Handlers } from '@parley/rpc';
import type { Ctx as KernelCtx } from './context.ts';
import { createScope, type Scope } from './scope.ts';

/**
 * The handlers of a service in the form in which modules write them: the module's context, the request, and the
 * request's scope.
 */
export type ScopedHandlers<D extends Definition, Ctx> = {
  readonly [Name in keyof D]: Handlers<D>[Name] extends (request: infer Request, call: Call) => infer Answer
    ? (ctx: Ctx, request: Request, scope: Scope) => Answer
    : never;
};

/** Binds handlers to the context. Each request gets a scope of its own. */
export function scopedHandlers<D extends Definition, Ctx extends KernelCtx>(
  ctx: Ctx,
  handlers: ScopedHandlers<D, Ctx>,
): Handlers<D> {
  type Handler = (ctx: Ctx, request: unknown, scope: Scope) => unknown;
  return Object.fromEntries(
    Object.entries(handlers as Record<string, Handler>).map(([name, handler]) => [
      name,
      (request: unknown, call: Call) => handler(ctx, request, createScope(ctx, call)),
    ]),
  ) as unknown as Handlers<D>;
}
