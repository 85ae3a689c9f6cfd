import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Body, Network, Organization, type Person } from '@parley/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Edge, hasEdge } from './edge.ts';

// The load balancer of the compose file, and what the gateways behind it believe about the source of a request. Clients and
// proxies have addresses of their own on the loopback interface.

const edgeAddress = '127.0.0.1';
const client = '127.0.0.5';
/** A proxy that the settings name. */
const outer = '127.0.0.9';
/** Another one, in front of the first. */
const outermost = '127.0.0.8';
/** How many wrong keys an address may send. */
const mostWrong = 10;

let folder: string;
let network: Network;
let edge: Edge;
let owner: Person;

/** Header lines as name, value, name, value, so that a name may repeat. */
type Lines = readonly string[];

type Answer = { status: number; cookies: string[]; location: string };

/** Sends a request to the load balancer, or to another address of this machine. */
function send(
  url: string,
  {
    from,
    lines = [],
    method = 'GET',
    body = '',
  }: { from: string; lines?: Lines; method?: string; body?: string },
): Promise<Answer> {
  const { port, host } = new URL(url);
  const type = body === '' ? [] : ['content-type', 'application/x-www-form-urlencoded'];
  const headers = ['host', host, 'content-length', String(Buffer.byteLength(body)), ...type, ...lines];
  return new Promise((resolve, reject) => {
    const sent = request(url, { port, method, localAddress: from, headers, agent: false });
    sent.on('error', reject).on('response', (response: IncomingMessage) => {
      response.resume();
      response.on('end', () =>
        resolve({
          status: response.statusCode!,
          cookies: (response.headers['set-cookie'] ?? []).map((each) => each.split(';')[0]!),
          location: response.headers.location ?? '',
        }),
      );
    });
    sent.end(body);
  });
}

const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;

let channels = 0;

/** Creates a channel through the load balancer. Returns the address that the audit log has for it. */
async function seenFrom(from: string, lines: Lines): Promise<string> {
  const name = `channel ${++channels}`;
  const body = new URLSearchParams({ subscriptions: JSON.stringify([{ name }]) }).toString();
  const authorization = ['authorization', basic(`${owner.email}:${owner.apiKey}`)];
  const url = `${edge.url}/api/v1/users/me/subscriptions`;
  const { status } = await send(url, { from, method: 'POST', body, lines: [...authorization, ...lines] });
  expect(status).toBe(200);
  let address: string | undefined;
  await expect
    .poll(async () => {
      const { entries } = await owner.api.get('/realm/audit_log', { limit: 100 });
      const created = (entry: Body) => entry.action === 'channel.created' && entry.details.name === name;
      address = entries.find(created)?.address;
      return address;
    })
    .toBeDefined();
  return address!;
}

/** A server in place of the gateway. It keeps the headers of the newest request, with names in lower case. */
async function recorder() {
  let last: (readonly [name: string, value: string])[] = [];
  const server = createServer(({ url, rawHeaders }, response) => {
    const pairs = rawHeaders.flatMap((name, at) =>
      at % 2 === 0 ? [[name.toLowerCase(), rawHeaders[at + 1]!] as const] : [],
    );
    if (url === '/recorded') last = pairs;
    response.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    http: port,
    ops: port,
    last: () => last,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

const isHere = hasEdge();

beforeAll(async () => {
  if (!isHere) return;
  folder = mkdtempSync(join(tmpdir(), 'parley-edge-test-'));
  const file = join(folder, 'sign-in.json');
  const proxy = { name: 'Company', proxies: [outer, edgeAddress], emailDomain: 'test.example' };
  writeFileSync(file, JSON.stringify({ proxy }));
  network = await Network.start({
    env: {
      PARLEY_SIGN_IN_FILE: file,
      PARLEY_GATEWAY_EDGE_NETWORKS: `${edgeAddress}/32`,
      PARLEY_GATEWAY_TRUSTED_PROXIES: `${outer} ${outermost}`,
      PARLEY_GATEWAY_RATE_LIMITS: `wrong_credentials=${mostWrong}/3600`,
    },
  });
  ({ owner } = await Organization.create(network));
  const { ports } = network.of('gateway')[0]!;
  edge = await Edge.start(ports, `${outer} ${outermost}`);
});

afterAll(async () => {
  await edge?.[Symbol.asyncDispose]();
  await network?.stop();
  if (folder) rmSync(folder, { recursive: true });
});

const invented = '203.0.113.77';

/** What a client may say about where it comes from. */
const inventions: readonly (readonly [what: string, lines: Lines])[] = [
  ['nothing', []],
  ['an address', ['X-Forwarded-For', invented]],
  ['several addresses', ['X-Forwarded-For', `198.51.100.1, ${invented}`]],
  ['several headers', ['X-Forwarded-For', invented, 'X-Forwarded-For', '198.51.100.1']],
  ['headers with names in several spellings', ['x-forwarded-for', invented, 'X-FORWARDED-FOR', invented]],
  ['an empty header', ['X-Forwarded-For', '']],
  ['an unfinished list', ['X-Forwarded-For', `${invented},`]],
  ['an address with a port', ['X-Forwarded-For', `${invented}:443`]],
  ['an IPv6 address', ['X-Forwarded-For', '2001:db8::77']],
  ['an IPv6 address with a port', ['X-Forwarded-For', '[2001:db8::77]:443']],
  ['a mapped address', ['X-Forwarded-For', `::ffff:${invented}`]],
  ['the address of the outer proxy', ['X-Forwarded-For', outer]],
  ['a client of the outer proxy', ['X-Forwarded-For', `${invented}, ${outer}`]],
  ['the address of the load balancer', ['X-Forwarded-For', `${invented}, ${edgeAddress}`]],
  [
    'a header that it calls one of the connection',
    ['Connection', 'close, X-Forwarded-For', 'X-Forwarded-For', invented],
  ],
  ['the header of the standard', ['Forwarded', `for=${invented};by=${outer};proto=https;host=other.example`]],
  [
    'headers of other proxies',
    [
      'X-Real-IP',
      invented,
      'X-Client-IP',
      invented,
      'True-Client-IP',
      invented,
      'CF-Connecting-IP',
      invented,
    ],
  ],
  ['a name with underscores', ['X_Forwarded_For', invented]],
  [
    'host and scheme',
    ['X-Forwarded-Host', 'other.example', 'X-Forwarded-Proto', 'https', 'X-Forwarded-Port', '1'],
  ],
];

describe.runIf(isHere)('a client that connects to the load balancer itself', () => {
  it('counts with its own address, whatever it says', async () => {
    const seen = await Promise.all(
      inventions.map(async ([what, lines]) => [what, await seenFrom(client, lines)] as const),
    );
    expect(seen).toEqual(inventions.map(([what]) => [what, client]));
  });

  it('passes nothing on to a gateway that it says about itself', async () => {
    await using gateway = await recorder();
    await using alone = await Edge.start(gateway, '');
    for (const [what, lines] of inventions) {
      await send(`${alone.url}/recorded`, { from: client, lines });
      const told = gateway.last().filter(([name]) => /^(x-forwarded|forwarded$|x-real-ip$)/.test(name));
      expect([what, told]).toEqual([what, [['x-forwarded-for', client]]]);
    }
  });

  it('gets no more guesses by inventing addresses', async () => {
    const statuses: number[] = [];
    for (let guess = 0; guess < mostWrong + 5; guess++) {
      const lines = [
        ...['authorization', basic(`${owner.email}:${String(guess).padStart(32, 'x')}`)],
        ...['X-Forwarded-For', `198.51.100.${guess}`, 'X-Real-IP', `198.51.100.${guess}`],
      ];
      statuses.push((await send(`${edge.url}/api/v1/users/me`, { from: '127.0.0.6', lines })).status);
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(mostWrong);
    expect(statuses.filter((status) => status === 429)).toHaveLength(5);
  });
});

describe.runIf(isHere)('a proxy in front of the load balancer', () => {
  const told: readonly (readonly [what: string, value: string, address: string])[] = [
    ['of a client', invented, invented],
    ['of a client with a port', `${invented}:5123`, invented],
    ['of an IPv6 client', '2001:db8::77', '2001:db8::77'],
    ['behind what the client invented', `198.51.100.1, 198.51.100.2, ${invented}`, invented],
    ['behind the invented address of a proxy', `198.51.100.1, ${outer}, ${invented}`, invented],
    ['of a client of another proxy in front', `198.51.100.1, ${invented}, ${outermost}`, invented],
  ];

  it('is believed about the address of its client', async () => {
    const seen = await Promise.all(
      told.map(async ([what, value]) => [what, await seenFrom(outer, ['X-Forwarded-For', value])] as const),
    );
    expect(seen).toEqual(told.map(([what, , address]) => [what, address]));
  });

  it('counts itself when it tells no address', async () => {
    expect(await seenFrom(outer, [])).toBe(outer);
    expect(await seenFrom(outer, ['X-Real-IP', invented])).toBe(outer);
  });
});

describe.runIf(isHere)('a proxy that names people', () => {
  /** Signs in as the owner. Returns the status of a refusal. */
  async function signIn(from: string, lines: Lines, url = edge.url): Promise<number | 'signed in'> {
    const begun = await send(`${url}/accounts/login/social/proxy/sso`, { from });
    const { pathname, search } = new URL(begun.location);
    const own = ['cookie', begun.cookies.join('; '), 'X-Remote-User', owner.email, ...lines];
    const { status, cookies } = await send(url + pathname + search, { from, lines: own });
    return cookies.some((each) => each.startsWith('parley_session=')) ? 'signed in' : status;
  }

  it('is believed in front of the load balancer', async () => {
    expect(await signIn(outer, [])).toBe('signed in');
    expect(await signIn(outer, ['X-Forwarded-For', invented])).toBe('signed in');
  });

  it.each<[what: string, lines: Lines]>([
    ['nothing more', []],
    ['the proxy’s address', ['X-Forwarded-For', outer]],
    ['the load balancer’s address', ['X-Forwarded-For', edgeAddress]],
    [
      'both',
      ['X-Forwarded-For', `${outer}, ${edgeAddress}`, 'Forwarded', `for=${outer}`, 'X-Real-IP', outer],
    ],
  ])(
    'cannot be played by a client, even where the load balancer is named as such a proxy: %s',
    async (_, lines) => {
      expect(await signIn(client, lines)).toBe(401);
      // Another trusted proxy is not one that names people.
      expect(await signIn(outermost, lines)).toBe(401);
    },
  );

  it('is the one that connects, where it reaches a gateway directly', async () => {
    expect(await signIn(outer, [], network.gatewayUrl())).toBe('signed in');
    expect(await signIn(client, ['X-Forwarded-For', outer], network.gatewayUrl())).toBe(401);
    // The load balancer always tells who connects to it.
    expect(await signIn(edgeAddress, [], network.gatewayUrl())).toBe(401);
  });
});
