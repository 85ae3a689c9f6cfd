import type { Server, ServerResponse } from 'node:http';
import { intercept } from './intercept.ts';

/** The name of the header by which browsers learn to use HTTPS only (RFC 6797). */
const header = 'strict-transport-security';

/** One year, in seconds. Without other hosts of the domain, which may have no certificates. */
const value = 'max-age=31536000';

/** Browsers must not guess another content type than that of the answer. */
const contentTypeOptions = { 'x-content-type-options': 'nosniff' } as const;

/** Besides its own ones, also without a response object. @param isSecure whether clients use HTTPS */
export const standingHeaders = ({ isSecure }: { isSecure: boolean }): Readonly<Record<string, string>> =>
  isSecure ? { ...contentTypeOptions, [header]: value } : contentTypeOptions;

export function addStandingHeaders(server: Server, config: { isSecure: boolean }): void {
  const headers = Object.entries(standingHeaders(config));
  intercept(server, (_request, response) => {
    for (const [name, text] of headers) response.setHeader(name, text);
    return false;
  });
}

export const transportLines = (response: ServerResponse): string =>
  response.hasHeader(header) ? `${header}: ${value}\r\n` : '';
