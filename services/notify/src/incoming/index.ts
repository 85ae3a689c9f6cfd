import type { Ctx } from '../context.ts';
import { listenForMail, type MailInConfig, type MailListener } from './listen.ts';
import { parseMail } from './parse-mail.ts';
import { receiveMail } from './receive.ts';
import { resolveRecipient } from './recipient.ts';

/** Starts the server for incoming mail. Does nothing when no domain is configured for it. */
export function startMailIn(ctx: Ctx, config: MailInConfig | undefined): Promise<MailListener> {
  if (!config) return Promise.resolve({ port: 0, stop: () => Promise.resolve() });
  const handlers = {
    resolve: (address: string) => resolveRecipient(ctx, address),
    parse: parseMail,
    receive: (...args: Parameters<typeof receiveMail> extends [Ctx, ...infer Rest] ? Rest : never) =>
      receiveMail(ctx, ...args),
    count: ctx.telemetry.received,
  };
  return listenForMail(config, handlers, ctx.logger);
}
