import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Transfer } from '../../edge/declaration/transfer.ts';
import { readBody } from '../../edge/intake/read-body.ts';

/** Maximum size of a request body in bytes. A group of 10,000 people takes half a megabyte. */
const maxBytes = 8 * 1024 * 1024;

const noToken = Buffer.alloc(0);

/** Returns the hash of the bearer token; an empty buffer when there is no token. */
function tokenOf({ headers: { authorization = '' } }: IncomingMessage): Buffer {
  const token = /^bearer +(\S{1,1000}) *$/i.exec(authorization)?.[1];
  return token === undefined ? noToken : createHash('sha256').update(token).digest();
}

/** Read before the token is checked, such as the document of a person. One call then suffices. */
const smallBytes = 64 * 1024;

const mayBeLarge = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > smallBytes;

const headerOf = ({ headers }: IncomingMessage, name: string): string =>
  [headers[name] ?? ''].flat().join(', ');

/** Lets an identity provider manage people and groups (SCIM 2.0). Wrong tokens count against the rate limit of the address. */
export const handleScim: Transfer = {
  methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
  path: '/scim/v2',
  takesRest: true,
  operation: 'handle-scim',
  summary: 'Provisions people and groups (SCIM 2.0, RFC 7644).',
  auth: 'none',
  isForPrograms: true,
  async handle(ctx, { request, response, rest, call, headers }) {
    const tokenSha256 = tokenOf(request);
    // Clients without a valid token must not fill the memory. So the token is checked before a large body is read. The call
    // with the body checks the token again.
    const { refusal } = mayBeLarge(request)
      ? await ctx.rpc.userAdmin.checkScimToken({ tokenSha256 }, call)
      : { refusal: undefined };
    const answer =
      refusal ??
      (await ctx.rpc.userAdmin.handleScim(
        {
          method: request.method ?? '',
          path: rest,
          query: request.url?.split('?')[1] ?? '',
          body: await readBody(request, maxBytes),
          tokenSha256,
          ifMatch: headerOf(request, 'if-match'),
          ifNoneMatch: headerOf(request, 'if-none-match'),
        },
        { ...call, clientName: 'SCIM' },
      ));
    if (answer.status === 401) ctx.rateLimits.take('wrong_credentials', call.remoteAddress ?? '');
    response.writeHead(answer.status, {
      ...headers,
      // The body was not read. The connection closes, because Node would otherwise read the body to its end.
      ...(refusal && { connection: 'close' }),
      ...(answer.body.length > 0 && { 'content-type': 'application/scim+json; charset=utf-8' }),
      ...(answer.etag !== '' && { etag: answer.etag }),
      ...(answer.location !== '' && { location: answer.location }),
      ...(answer.status === 401 && { 'www-authenticate': 'Bearer' }),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      ...(answer.status !== 204 && answer.status !== 304 && { 'content-length': answer.body.length }),
    });
    response.end(answer.body);
    return undefined;
  },
};
