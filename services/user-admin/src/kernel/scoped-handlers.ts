import type { Call, Definition, Handlers } from '@parley/rpc';
import type { Ctx as KernelCtx } from './context.ts';
import { createDbScope, type DbScope } from './scope.ts';

export type ScopedHandlers<D extends Definition, Ctx> = {
  readonly [Name in keyof D]: Handlers<D>[Name] extends (request: infer Request, call: Call) => infer Answer
    ? (ctx: Ctx, request: Request, scope: DbScope) => Answer
    : never;
};

export function scopedHandlers<D extends Definition, Ctx extends KernelCtx>(
  ctx: Ctx,
  handlers: ScopedHandlers<D, Ctx>,
): Handlers<D> {
  type Handler = (ctx: Ctx, request: unknown, scope: DbScope) => unknown;
  return Object.fromEntries(
    Object.entries(handlers as Record<string, Handler>).map(([name, handler]) => [
      name,
      (request: unknown, call: Call) => handler(ctx, request, createDbScope(ctx, call)),
    ]),
  ) as unknown as Handlers<D>;
}
