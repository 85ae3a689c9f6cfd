import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { useTls } from '@parley/core';
import { Network, Organization } from '@parley/test-kit';
import { afterAll, beforeAll, expect, it } from 'vitest';

const read = (name: string) =>
  readFileSync(join(import.meta.dirname, '../../../packages/rpc/test/certificates', name));

beforeAll(() =>
  useTls({
    ca: read('our-ca.pem'),
    cert: read('our-cert.pem'),
    key: read('our-key.pem'),
    name: 'parley',
  }),
);
afterAll(() => useTls(undefined));

/** Starts an unencrypted HTTP/2 connection. Returns the data that the service sends. */
function greetInTheClear(port: number): Promise<string> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.write('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'));
    socket.on('data', (chunk) => (answer += chunk.toString('latin1')));
    socket.on('error', () => undefined);
    socket.once('close', () => resolve(answer));
  });
}

it('serves all operations over encrypted calls between services, files and waiting polls included', async () => {
  await using network = await Network.start({
    replicas: { 'event-queue': 2, gateway: 2 },
    layout: 'separate',
  });
  const organization = await Organization.create(network);
  const { alice, bob } = await organization.add('alice', 'bob');
  await alice.subscribe(['lunch']);
  await bob.subscribe(['lunch']);
  await using inbox = (await bob.register({ event_types: ['message'] })).start();
  const id = await alice.send('lunch', 'Soup', 'menu');
  await inbox.waitFor((events) => events.find((each) => each.message?.id === id));

  const body = new FormData();
  body.set('file', new Blob(['the plan']), 'plan.txt');
  const authorization = `Basic ${Buffer.from(`${alice.email}:${alice.apiKey}`).toString('base64')}`;
  const stored = await fetch(`${network.gatewayUrl()}/api/v1/user_uploads`, {
    method: 'POST',
    headers: { authorization },
    body,
  });
  const { url } = (await stored.json()) as { url: string };
  const file = await fetch(`${network.gatewayUrl()}${url}`, { headers: { authorization } });
  expect(await file.text()).toBe('the plan');

  for (const service of ['messaging', 'upload', 'event-queue'] as const) {
    const [replica] = network.of(service);
    // The service may answer with a TLS alert, but not with HTTP/2.
    expect((await greetInTheClear(replica!.ports.rpc)).length).toBeLessThan(16);
  }
});
