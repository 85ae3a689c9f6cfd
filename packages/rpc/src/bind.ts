/** Handlers that receive the context of the process as an additional first argument. */
export type WithContext<Ctx, Handlers> = {
  readonly [Name in keyof Handlers]: Handlers[Name] extends (...args: infer Args) => infer Answer
    ? (ctx: Ctx, ...args: Args) => Answer
    : never;
};

/** Returns the handlers without the additional argument, with the context of the process bound to it. */
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
