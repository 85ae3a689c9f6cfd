import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Writable } from 'node:stream';
import { errors, foreignErrorText, silentLogger } from '@parley/core';
import { ReadFileRequest, ReadFileResponse } from '@parley/proto/upload/v1/files';
import { UploadBytesServiceService, UploadServiceService } from '@parley/proto/upload/v1/upload';
import { Registry } from 'prom-client';
import { afterEach, describe, expect, it } from 'vitest';
import {
  type ByteHandlers,
  type Bytes,
  type Call,
  createByteClient,
  createRpcClient,
  createRpcServer,
} from '../src/index.ts';
import { testCall } from '../src/testing.ts';

type FileHandlers = ByteHandlers<typeof UploadBytesServiceService>;

const secret = 'a shared secret';
const cleanups: Array<() => unknown> = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function serve(handlers: Partial<FileHandlers>) {
  const server = createRpcServer({ secret, logger: silentLogger, registry: new Registry() });
  server.add(UploadServiceService, {
    cancelUpload: async () => ({}),
  } as never);
  server.addBytes(UploadBytesServiceService, handlers as FileHandlers);
  const port = await server.listen('127.0.0.1', 0);
  cleanups.push(() => server.drain(0));
  return { server, port };
}

function clientOf(ports: number[], withSecret = secret) {
  const client = createByteClient(UploadBytesServiceService, {
    addresses: ports.map((port) => `127.0.0.1:${port}`),
    secret: withSecret,
  });
  cleanups.push(() => client.close());
  return client;
}

const file = { attachmentId: 1, url: '/u', fileName: 'ünïcode' };
const description = { fileName: 'a ☃'.repeat(2_000), contentType: 'text/plain' };
const piece = Buffer.alloc(64 * 1024, 'Parley');

/** Returns a function that writes pieces as fast as the reader accepts them. */
const pieces = (count: number) => async (to: Writable) => {
  for (let sent = 0; sent < count; sent++) if (!to.write(piece)) await once(to, 'drain');
};

async function lengthOf(bytes: Bytes): Promise<number> {
  let length = 0;
  for await (const chunk of bytes) length += chunk.length;
  return length;
}

describe('a call with bytes', () => {
  it('carries bytes completely in both directions, with its caller, on the port of other calls', async () => {
    let seen: { fileName: string; length: number; call: Call } | undefined;
    const { port } = await serve({
      async storeFile({ fileName }, bytes, call) {
        seen = { fileName, length: await lengthOf(bytes), call };
        return { response: { file } };
      },
      async readFile() {
        const chunks = (async function* () {
          for (let count = 0; count < 40; count++) yield piece;
        })();
        return {
          response: ReadFileResponse.create({ status: 200 }),
          bytes: { length: 40 * piece.length, chunks },
        };
      },
    });
    const client = clientOf([port]);
    const call = { ...testCall({ principal: { userId: 7 } }), clientName: 'naïve' };
    const { response } = await client.storeFile(description, call, pieces(100));
    expect(response).toEqual({ file });
    expect(seen).toMatchObject({
      fileName: description.fileName,
      length: 100 * piece.length,
      call: { principal: { userId: 7 }, clientName: 'naïve', requestId: call.requestId },
    });
    const read = await client.readFile(ReadFileRequest.create(), call);
    expect([read.response.status, await lengthOf(read.bytes)]).toEqual([200, 40 * piece.length]);
    const plain = createRpcClient(UploadServiceService, { addresses: [`127.0.0.1:${port}`], secret });
    cleanups.push(() => plain.close());
    expect(await plain.cancelUpload({ uploadId: '' }, call)).toEqual({});
    await expect(clientOf([port], 'wrong').readFile(ReadFileRequest.create(), call)).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
    });
  });

  it('may be refused before its last byte is sent', async () => {
    const { port } = await serve({
      async storeFile() {
        throw errors.notFound(foreignErrorText('No room ☃'));
      },
    });
    const storing = clientOf([port]).storeFile(description, testCall(), pieces(1_000_000));
    await expect(storing).rejects.toMatchObject({ code: 'NOT_FOUND', message: 'No room ☃' });
  });

  it('fails on both sides when its connection breaks', async () => {
    const outcome = Promise.withResolvers<unknown>();
    const { port } = await serve({
      async storeFile(_request, bytes) {
        await lengthOf(bytes).then(outcome.resolve, outcome.reject);
        return { response: { file } };
      },
      async readFile() {
        const chunks = (async function* () {
          yield piece;
          throw new Error('the disk is gone');
        })();
        return {
          response: ReadFileResponse.create({ status: 200 }),
          bytes: { length: 10 * piece.length, chunks },
        };
      },
    });
    const client = clientOf([port]);
    const storing = client.storeFile(description, testCall(), async (to) => {
      await pieces(10)(to);
      throw errors.badRequest('Malformed multipart body');
    });
    await expect(storing).rejects.toMatchObject({ message: 'Malformed multipart body' });
    await expect(outcome.promise).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    const { bytes } = await client.readFile(ReadFileRequest.create(), testCall());
    await expect(lengthOf(bytes)).rejects.toThrow();
  });

  it('goes to a running replica', async () => {
    // This server accepts connections and never answers, like a frozen process.
    const frozen = createServer().listen(0, '127.0.0.1');
    await once(frozen, 'listening');
    cleanups.push(() => frozen.close());
    const { server: gone, port: gonePort } = await serve({});
    await gone.drain(0);
    const { port } = await serve({
      readFile: async () => ({ response: ReadFileResponse.create({ status: 304 }) }),
    });
    const client = clientOf([gonePort, (frozen.address() as { port: number }).port, port]);
    for (let count = 0; count < 3; count++) {
      const { response, bytes } = await client.readFile(ReadFileRequest.create(), testCall());
      expect([response.status, await lengthOf(bytes)]).toEqual([304, 0]);
    }
  });

  it('waits for a name to have an address', async () => {
    const { port } = await serve({
      readFile: async () => ({ response: ReadFileResponse.create({ status: 304 }) }),
    });
    const found: { address: string; family: number }[][] = [[], [{ address: '127.0.0.1', family: 4 }]];
    const client = createByteClient(UploadBytesServiceService, {
      addresses: [`dns:///files:${port}`],
      lookup: async () => found.shift() ?? [],
      secret,
    });
    cleanups.push(() => client.close());
    // Later lookups find no address. The client then keeps the replica that it knows.
    for (let count = 0; count < 2; count++) {
      const { response } = await client.readFile(ReadFileRequest.create(), testCall());
      expect(response.status).toBe(304);
    }
  });

  it('in progress is finished by a stopping server', async () => {
    const begun = Promise.withResolvers<void>();
    const { server, port } = await serve({
      async storeFile(_request, bytes) {
        begun.resolve();
        await lengthOf(bytes);
        return { response: { file } };
      },
    });
    const storing = clientOf([port]).storeFile(description, testCall(), async (to) => {
      await begun.promise;
      void server.drain(5_000);
      await pieces(10)(to);
    });
    expect((await storing).response).toEqual({ file });
  });
});
