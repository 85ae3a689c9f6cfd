import { silentLogger } from '@parley/core';
import { UploadServiceService } from '@parley/proto/upload/v1/upload';
import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { createRpcClient, createRpcServer } from '../src/index.ts';
import { testCall } from '../src/testing.ts';

async function serve(secret: string, alsoAccepts?: string, host = '127.0.0.1') {
  const server = createRpcServer({ secret, alsoAccepts, logger: silentLogger, registry: new Registry() });
  server.add(UploadServiceService, {
    getAttachments: async () => ({ attachmentsJson: Buffer.from('[1]'), uploadSpaceUsed: 3 }),
  } as never);
  const port = await server.listen(host, 0);
  return { addresses: [`127.0.0.1:${port}`], [Symbol.asyncDispose]: () => server.drain(0) };
}

async function ask(addresses: string[], secret: string): Promise<string> {
  const client = createRpcClient(UploadServiceService, { addresses, secret });
  try {
    return String((await client.getAttachments({}, testCall())).attachmentsJson);
  } finally {
    client.close();
  }
}

const [former, next] = ['the former secret of services', 'the next secret of services'];

it('the shared secret is replaced one process at a time, and every call is accepted meanwhile', async () => {
  const rounds = [
    // First all processes accept the next secret as well, then they send it, and then they no longer accept the former one.
    [[former], [former, next]],
    [
      [former, next],
      [next, former],
    ],
    [[next, former], [next]],
  ] as const;
  for (const round of rounds) {
    for (const [secret, also] of round) {
      await using server = await serve(secret, also);
      for (const [caller] of round) expect(await ask(server.addresses, caller)).toBe('[1]');
    }
  }
});

it('refuses any other secret', async () => {
  await using server = await serve(next, former);
  await expect(ask(server.addresses, 'another secret of services')).rejects.toMatchObject({
    code: 'UNAUTHORIZED',
  });
  await using alone = await serve(next);
  await expect(ask(alone.addresses, former)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
});

it('a server that listens on all IPv6 and IPv4 addresses is reached over IPv4', async () => {
  await using server = await serve(next, undefined, '::');
  expect(await ask(server.addresses, next)).toBe('[1]');
});
