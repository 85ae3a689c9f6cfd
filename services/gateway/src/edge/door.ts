import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Ctx } from '../context.ts';
import { overloaded } from './admission.ts';
import { renderFailure } from './failure.ts';
import { respond } from './respond.ts';
import type { Transfer } from './transfer.ts';

export type DoorOptions = {
  /** Where the endpoints are. */
  apiPrefix: string;
  /** Files have a limit of their own. */
  transfers: readonly Transfer[];
  isLeaving: () => boolean;
};

/**
 * Refuses for load before anything is spent on a request: no routing, body, credentials, trace or line in the log. What
 * is refused must cost far less than what is served, or refusing makes everybody wait. The connection stays: making
 * a new one would cost more. What comes this far is asked again by its route, which does the counting.
 */
export function watchDoor(server: Server, ctx: Ctx, { apiPrefix, transfers, isLeaving }: DoorOptions): void {
  const files = transfers.map(({ path }) => path).filter((path) => path.startsWith(apiPrefix));
  const polls = `${apiPrefix}/events`;
  const refused = overloaded();
  const [serve] = server.listeners('request') as ((
    request: IncomingMessage,
    response: ServerResponse,
  ) => void)[];
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const url = request.url!;
    if (
      request.method === 'OPTIONS' ||
      !url.startsWith(apiPrefix) ||
      files.some((path) => url.startsWith(path))
    ) {
      return serve!(request, response);
    }
    const reason = ctx.admission.refusal(request.method === 'GET' && url.startsWith(polls));
    if (reason === undefined) return serve!(request, response);
    const requestId = randomUUID();
    const { status, body, headers } = renderFailure(refused, requestId);
    ctx.exchanges.shed(reason, status);
    respond(
      response,
      { status, contentType: 'application/json', requestId, isLast: isLeaving(), headers },
      body,
    );
  });
}
