/** Handlers whose first argument is the context of the process. */
export type WithContext<Ctx, Handlers> = {
  readonly [Name in keyof Handlers]: Handlers[Name] extends (...args: infer Args) => infer Answer
    ? (ctx: Ctx, ...args: Args) => Answer
    : never;
};

/** Binds handlers to the context of the process. */
export function bindHandlers<Ctx, Handlers extends object>(
  ctx: Ctx,
  handlers: WithContext<Ctx, Handlers>,
): Handlers {
  type Handler = (ctx: Ctx, ...args: unknown[]) => unknown;
  return Object.fromEntries(
    Object.entries(handlers as Record<string, Handler>).map(([name, handler]) => [
      name,
      (...args: unknown[]) => handler(ctx, ...args),
    ]),
  ) as Handlers;
}
