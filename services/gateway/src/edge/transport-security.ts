import type { Server, ServerResponse } from 'node:http';
import { intercept } from './intercept.ts';

/** The name of the header by which browsers learn to use HTTPS only (RFC 6797). */
const header = 'strict-transport-security';

/**
 * One year, in seconds. Other hosts of the domain are not included, because they need not belong to Parley and may have no
 * certificates.
 */
const value = 'max-age=31536000';

/**
 * Returns the headers that every answer has besides its own. Answers that are written to a connection without a response object
 * take them from here.
 * @param isSecure whether clients reach the server over HTTPS
 */
export const transportHeaders = ({ isSecure }: { isSecure: boolean }): Readonly<Record<string, string>> =>
  isSecure ? { [header]: value } : {};

/** Sets these headers on each response before anything handles its request. */
export function secureResponses(server: Server, config: { isSecure: boolean }): void {
  if (!config.isSecure) return;
  intercept(server, (_request, response) => {
    response.setHeader(header, value);
    return false;
  });
}

/** Returns the lines of these headers on a response whose head is written as text. */
export const transportLines = (response: ServerResponse): string =>
  response.hasHeader(header) ? `${header}: ${value}\r\n` : '';
