import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import type { Ctx } from '../context.ts';
import { overloaded } from './admission.ts';
import { announcedBytes } from './announced-bytes.ts';
import { renderFailure } from './failure.ts';
import { intercept } from './intercept.ts';
import { respond } from './respond.ts';
import type { Transfer } from './transfer.ts';

export type ShedEarlyOptions = {
  /** Where the endpoints are. */
  apiPrefix: string;
  /** Paths at which a GET waits for events; without parameters. */
  longPolls: readonly string[];
  /** Files have a limit of their own. */
  transfers: readonly Transfer[];
  isLeaving: () => boolean;
};

/**
 * Refuses for load before anything is spent on a request: no routing, body, credentials, trace or line in the log. What
 * is refused must cost far less than what is served, or refusing makes everybody wait. The connection stays: making
 * a new one would cost more; but not where a body follows that is larger than any we take, or of unknown length: Node
 * would read all of it to reach the next request. Refusals are counted here, what is in flight by the routes.
 */
export function shedEarly(
  server: Server,
  ctx: Ctx,
  { apiPrefix, longPolls, transfers, isLeaving }: ShedEarlyOptions,
): void {
  const files = transfers.map(({ path }) => path).filter((path) => path.startsWith(apiPrefix));
  const refused = overloaded();
  intercept(server, (request, response) => {
    const url = request.url!;
    if (
      request.method === 'OPTIONS' ||
      !url.startsWith(apiPrefix) ||
      files.some((path) => url.startsWith(path))
    ) {
      return false;
    }
    const reason = ctx.admission.refuse(
      request.method === 'GET' && longPolls.some((path) => url.startsWith(path)),
    );
    if (reason === undefined) return false;
    const requestId = randomUUID();
    const { status, body, headers } = renderFailure(refused, requestId);
    ctx.exchanges.shed(reason, status);
    const isLast = isLeaving() || announcedBytes(request) > ctx.config.maxBodyBytes;
    respond(response, { status, contentType: 'application/json', requestId, isLast, headers }, body);
    return true;
  });
}
