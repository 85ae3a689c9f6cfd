import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { errorMessage, ownHosts, portOf } from '@parley/core';
import type { UserId } from '@parley/proto/ids';
import { z } from 'zod';
import { ApiClient, apiUser, fetchApiKey } from './api-client.ts';
import { epochChanges, findLogProcesses, takeBaseline, untilFollowed } from './baseline.ts';
import type { LauncherConfig } from './config.ts';
import type { DataDir } from './data-dir.ts';
import { demoPassword } from './demo.ts';
import { seededEmails } from './seed-context.ts';

/** The running control server. */
export type Control = {
  readonly port: number;
  close(): Promise<void>;
};

export type ControlOptions = {
  config: Pick<LauncherConfig, 'host' | 'seed' | 'publicUrl' | 'hosts'> & {
    controlPort?: number | undefined;
  };
  dataDir: Pick<DataDir, 'logs'>;
  /** Base URL at which this process reaches the gateway. */
  url: string;
  databaseUrl: string;
  /** Ports on 127.0.0.1 at which the services serve `/metrics`. */
  opsPorts: readonly number[];
};

/** A person or bot of the seeded organization, with the credentials that a client needs. */
export type Account = {
  email: string;
  fullName: string;
  userId: UserId;
  /** Role as in the API, from 100 (owner) to 600 (guest). */
  role: number;
  isBot: boolean;
  /** Absent for bots. */
  password?: string;
  apiKey: string;
};

/** Maximum number of bytes from the end of each log that `GET /logs` returns. */
const LOG_BYTES = 256 * 2 ** 10;

/**
 * Starts an HTTP server with which tests control the deployment. It returns the API keys of all accounts, so it must be used
 * only for tests. The launcher starts it only if PARLEY_CONTROL_PORT is set. It accepts these requests:
 * - `GET /accounts`: the seeded accounts with their keys
 * - `POST /reset`: discards all changes since this server started, and returns how long that took
 * - `GET /logs`: the end of each process's log, by file name
 *
 * Requests from web pages are refused, also those for a host that is not the server's own (DNS rebinding).
 */
export async function startControl(options: ControlOptions): Promise<Control> {
  const { config, dataDir, opsPorts } = options;
  const baseline = await takeBaseline(options.databaseUrl);
  const accounts = await readAccounts(options);
  const processes = await findLogProcesses(opsPorts);
  let resetting: Promise<void> = Promise.resolve();
  const reset = async () => {
    const before = await epochChanges(processes);
    await baseline.restore();
    await untilFollowed(processes, before);
  };
  const routes: Record<string, () => unknown> = {
    'GET /accounts': () => accounts,
    'GET /logs': () => readLogs(dataDir.logs),
    'POST /reset': async () => {
      resetting = resetting.catch(() => undefined).then(reset);
      const startedMs = performance.now();
      await resetting;
      return { tookMs: Math.round(performance.now() - startedMs) };
    },
  };
  const isOwnHost = ownHosts(config.publicUrl, config.hosts);
  const server = createServer(async (request, response) => {
    if (isFromPage(request) || !isOwnHost(request.headers.host ?? '')) {
      return answer(response, 403, { error: 'This is for programs, at a host of PARLEY_GATEWAY_HOSTS.' });
    }
    const route = routes[`${request.method} ${request.url}`];
    try {
      answer(response, route ? 200 : 404, route ? await route() : { error: 'There is no such request.' });
    } catch (error) {
      answer(response, 500, { error: errorMessage(error) });
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(config.controlPort ?? 0, config.host, resolve);
  });
  return {
    port: portOf(server),
    close: async () => {
      await baseline.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Returns whether a browser sends the request for a page, rather than for a person who opens the address. */
function isFromPage({ headers }: IncomingMessage): boolean {
  const site = headers['sec-fetch-site'];
  return headers.origin !== undefined || (site !== undefined && site !== 'none');
}

function answer(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

const membersSchema = z.object({
  members: z.array(apiUser.extend({ full_name: z.string(), role: z.number(), is_bot: z.boolean() })),
});
const botsSchema = z.object({
  bots: z.array(z.object({ user_id: z.number(), api_key: z.string().nullish() })),
});

async function readAccounts({ config, url }: ControlOptions): Promise<Account[]> {
  const people = await Promise.all(
    seededEmails(config.seed === 'none' ? 'owner' : config.seed).map(async (email) => {
      const apiKey = await fetchApiKey(url, email, demoPassword);
      // Skips people who do not exist, because the data directory may contain another organization.
      return apiKey === undefined ? [] : [{ email, apiKey }];
    }),
  ).then((found) => found.flat());
  const [owner] = people;
  if (!owner) return [];
  const clientOf = (person: { email: string; apiKey: string }) =>
    new ApiClient(url, person.email, person.apiKey, AbortSignal.timeout(60_000));
  const { members } = await clientOf(owner).get('/users', {}, membersSchema);
  const bots = await Promise.all(
    people.map(async (person) => (await clientOf(person).get('/bots', {}, botsSchema)).bots),
  ).then((found) => found.flat());
  const userIdOf = (email: string) =>
    members.find((member) => member.delivery_email === email || member.email === email)?.user_id;
  const keys = [
    ...people.map(({ email, apiKey }) => ({ userId: userIdOf(email), apiKey, password: demoPassword })),
    ...bots.map((bot) => ({ userId: bot.user_id, apiKey: bot.api_key ?? '' })),
  ];
  return keys.flatMap(({ userId, ...key }) => {
    const member = members.find((each) => each.user_id === userId);
    if (!member) return [];
    const { delivery_email: deliveryEmail, email, full_name: fullName, role, is_bot: isBot } = member;
    return [{ email: deliveryEmail ?? email, fullName, userId: member.user_id, role, isBot, ...key }];
  });
}

function readLogs(folder: string): Record<string, string> {
  const names = readdirSync(folder).filter((name) => name.endsWith('.log'));
  return Object.fromEntries(
    names.map((name) => [name, readFileSync(join(folder, name)).subarray(-LOG_BYTES).toString('utf8')]),
  );
}
