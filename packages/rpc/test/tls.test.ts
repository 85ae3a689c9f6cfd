import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError, readTls, silentLogger, type Tls } from '@parley/core';
import { ReadFileRequest, ReadFileResponse } from '@parley/proto/upload/v1/files';
import { UploadBytesServiceService, UploadServiceService } from '@parley/proto/upload/v1/upload';
import { Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import { backgroundCall, createByteClient, createRpcClient, createRpcServer } from '../src/index.ts';

const secret = 'a shared secret';
// The certificates are valid for a hundred years. The private keys of the authorities that signed them were destroyed.
const certificates = join(import.meta.dirname, 'certificates');
const read = (name: string) => readFileSync(join(certificates, name));
const tlsOf = (owner: string, authority = owner): Tls => ({
  ca: read(`${authority}-ca.pem`),
  cert: read(`${owner}-cert.pem`),
  key: read(`${owner}-key.pem`),
  name: 'parley',
});
const our = tlsOf('our');

async function serve(tls: Tls | undefined, withBytes: boolean) {
  const server = createRpcServer({ secret, logger: silentLogger, registry: new Registry(), tls });
  server.add(UploadServiceService, {
    getAttachments: async () => ({ attachmentsJson: Buffer.from('[1]'), uploadSpaceUsed: 3 }),
  } as never);
  if (withBytes) {
    server.addBytes(UploadBytesServiceService, {
      readFile: async () => ({
        response: ReadFileResponse.create({}),
        bytes: { length: 4, chunks: [Buffer.from('file')] },
      }),
    } as never);
  }
  const port = await server.listen('127.0.0.1', 0);
  return { addresses: [`127.0.0.1:${port}`], [Symbol.asyncDispose]: () => server.drain(0) };
}

const short = () => backgroundCall({ timeoutMs: 1_000 });

async function ask(addresses: string[], tls: Tls | undefined): Promise<string> {
  const client = createRpcClient(UploadServiceService, { addresses, secret, tls });
  try {
    return String((await client.getAttachments({}, short())).attachmentsJson);
  } finally {
    client.close();
  }
}

describe.each([
  ['only calls', false],
  ['calls and bytes on one port', true],
])('TLS between services: %s', (_name, withBytes) => {
  it('accept a process with a certificate of the deployment', async () => {
    await using server = await serve(our, withBytes);
    expect(await ask(server.addresses, our)).toBe('[1]');
  });

  it('reject a process without one on either side', async () => {
    await using server = await serve(our, withBytes);
    await using plain = await serve(undefined, withBytes);
    const refused = [
      ask(server.addresses, undefined),
      // A client certificate of another authority, a server certificate of an authority that the client does not trust,
      // and a wrong name.
      ask(server.addresses, tlsOf('strange', 'our')),
      ask(server.addresses, tlsOf('our', 'strange')),
      ask(server.addresses, { ...our, name: 'elsewhere' }),
      ask(plain.addresses, our),
    ].map((answer) => expect(answer).rejects.toMatchObject({ code: 'UNAVAILABLE' }));
    await Promise.all(refused);
  });
});

it('carries bytes behind TLS, to a process with a certificate', async () => {
  await using server = await serve(our, true);
  const readFile = async (tls: Tls | undefined) => {
    const client = createByteClient(UploadBytesServiceService, { addresses: server.addresses, secret, tls });
    const { bytes } = await client.readFile(ReadFileRequest.create({}), short());
    let text = '';
    for await (const chunk of bytes) text += Buffer.from(chunk).toString();
    return text;
  };
  expect(await readFile(our)).toBe('file');
  await expect(readFile(undefined)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  await expect(readFile(tlsOf('strange', 'our'))).rejects.toMatchObject({ code: 'UNAVAILABLE' });
});

it('is configured by three files or by none', () => {
  expect(readTls({})).toBeUndefined();
  const files = {
    PARLEY_RPC_TLS_CA_FILE: join(certificates, 'our-ca.pem'),
    PARLEY_RPC_TLS_CERT_FILE: join(certificates, 'our-cert.pem'),
    PARLEY_RPC_TLS_KEY_FILE: join(certificates, 'our-key.pem'),
  };
  expect(readTls(files)).toEqual(our);
  expect(() => readTls({ ...files, PARLEY_RPC_TLS_KEY_FILE: '' })).toThrow(
    /PARLEY_RPC_TLS_KEY_FILE is missing/,
  );
  expect(() => readTls({ ...files, PARLEY_RPC_TLS_CA_FILE: '/nowhere' })).toThrow(ConfigError);
});
