import type { User } from '@parley/facts';
import type { IncomingWebhook } from '../db/incoming-webhooks.ts';
import type { Integration } from '../domain/integration.ts';
import type { AddressParameters } from '../domain/templates/parameters.ts';

/** A request of a tool whose bot is known. */
export type WebhookRequest = {
  bot: User;
  integration: Integration;
  /** The stored address; undefined for one that only its parameters describe. */
  webhook: IncomingWebhook | undefined;
  parameters: AddressParameters;
  headers: Readonly<Record<string, string>>;
  query: string;
  body: Uint8Array;
};

/** Headers that are not kept with a delivery, because they contain secrets or belong to the connection. */
const secretHeader =
  /authorization|cookie|token|secret|signature|api-?key|forwarded|real-ip|^(?:host|connection|content-length)$/i;
const secretParameter = /token|secret|key|password|signature/i;

/** Returns the headers that are kept with a delivery, as JSON. */
export const keptHeaders = (headers: Readonly<Record<string, string>>): string =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(headers)
        .filter(([name]) => !secretHeader.test(name))
        .slice(0, 50)
        .map(([name, value]) => [name, value.slice(0, 500)]),
    ),
  );

/** Returns the query that is kept with a delivery, without keys. */
export const keptQuery = (query: string): string =>
  new URLSearchParams([...new URLSearchParams(query)].filter(([name]) => !secretParameter.test(name)))
    .toString()
    .slice(0, 4_000);
