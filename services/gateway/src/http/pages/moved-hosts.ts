import type { Ctx } from '../../context.ts';
import type { PageRequest } from '../../edge/declaration/route.ts';

/** Returns whether a request came to a host name of a product from which the organization has moved (`PARLEY_GATEWAY_MOVED_HOSTS`). */
export const isAtMovedHost = ({ config }: Ctx, { raw }: Pick<PageRequest, 'raw'>): boolean =>
  config.movedHosts.includes((raw.headers.host ?? '').replace(/:\d*$/, '').replace(/\.$/, '').toLowerCase());

/** Returns what a redirect begins with: the public address for requests at a moved host, and nothing for others. */
export const publicAddress = (ctx: Ctx, request: Pick<PageRequest, 'raw'>): string =>
  isAtMovedHost(ctx, request) ? ctx.config.publicUrl : '';
