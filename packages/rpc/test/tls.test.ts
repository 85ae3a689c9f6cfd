import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError, readTls, silentLogger, type Tls } from '@parley/core';
import { ReadFileRequest, ReadFileResponse } from '@parley/proto/upload/v1/files';
import { UploadBytesServiceService, UploadServiceService } from '@parley/proto/upload/v1/upload';
import { Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import { backgroundCall, createByteClient, createRpcClient, createRpcServer } from '../src/index.ts';

const secret = 'a shared secret';
// These certificates are valid for a hundred years. The private keys of their certificate authorities were destroyed.
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

/** Time limit of calls that are rejected, in milliseconds. The client retries them until then. */
const refusedMs = 1_000;

async function ask(addresses: string[], tls: Tls | undefined, timeoutMs = 60_000): Promise<string> {
  const client = createRpcClient(UploadServiceService, { addresses, secret, tls });
  try {
    return String((await client.getAttachments({}, backgroundCall({ timeoutMs }))).attachmentsJson);
  } finally {
    client.close();
  }
}

async function readFile(addresses: string[], tls: Tls | undefined, timeoutMs = 60_000): Promise<string> {
  const client = createByteClient(UploadBytesServiceService, { addresses, secret, tls });
  const { bytes } = await client.readFile(ReadFileRequest.create({}), backgroundCall({ timeoutMs }));
  let text = '';
  for await (const chunk of bytes) text += Buffer.from(chunk).toString();
  return text;
}

describe.each([
  ['only calls', false],
  ['calls and bytes on one port', true],
])('TLS between services: %s', (_name, withBytes) => {
  it('accepts a process with a certificate of the deployment', async () => {
    await using server = await serve(our, withBytes);
    expect(await ask(server.addresses, our)).toBe('[1]');
  });

  it('rejects a process without such a certificate on either side', async () => {
    await using server = await serve(our, withBytes);
    await using plain = await serve(undefined, withBytes);
    const refused = [
      ask(server.addresses, undefined, refusedMs),
      // A client certificate of another authority, a server certificate of an authority that the client does not trust, and a
      // wrong name are rejected.
      ask(server.addresses, tlsOf('strange', 'our'), refusedMs),
      ask(server.addresses, tlsOf('our', 'strange'), refusedMs),
      ask(server.addresses, { ...our, name: 'elsewhere' }, refusedMs),
      ask(plain.addresses, our, refusedMs),
    ].map((answer) => expect(answer).rejects.toMatchObject({ code: 'UNAVAILABLE' }));
    await Promise.all(refused);
  });
});

it('a call with bytes reaches a process with a certificate over TLS', async () => {
  await using server = await serve(our, true);
  const read = (tls: Tls | undefined, timeoutMs?: number) => readFile(server.addresses, tls, timeoutMs);
  expect(await read(our)).toBe('file');
  await expect(read(undefined, refusedMs)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  await expect(read(tlsOf('strange', 'our'), refusedMs)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
});

describe.each([
  ['only calls', false],
  ['calls and bytes on one port', true],
])('the migration from unencrypted calls to TLS: %s', (_name, withBytes) => {
  const steps = [undefined, { ...our, mode: 'accepted' }, { ...our, mode: 'preferred' }, our] as const;

  it.each([0, 1, 2])('rejects no call while processes go from step %i to the next one', async (step) => {
    const mixed = steps.slice(step, step + 2);
    for (const tls of mixed) {
      await using server = await serve(tls, withBytes);
      for (const caller of mixed) {
        expect(await ask(server.addresses, caller)).toBe('[1]');
        if (withBytes) expect(await readFile(server.addresses, caller)).toBe('file');
      }
    }
  });

  it('encrypts calls from the second step on, and refuses processes with a foreign certificate in each step', async () => {
    await using plain = await serve(undefined, withBytes);
    expect(await ask(plain.addresses, steps[1])).toBe('[1]');
    await expect(ask(plain.addresses, steps[2], refusedMs)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    for (const tls of steps.slice(1)) {
      await using server = await serve(tls, withBytes);
      const stranger = ask(server.addresses, tlsOf('strange', 'our'), refusedMs);
      await expect(stranger).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    }
  });
});

it('TLS is configured by three files or by none', () => {
  expect(readTls({})).toBeUndefined();
  const files = {
    PARLEY_RPC_TLS_CA_FILE: join(certificates, 'our-ca.pem'),
    PARLEY_RPC_TLS_CERT_FILE: join(certificates, 'our-cert.pem'),
    PARLEY_RPC_TLS_KEY_FILE: join(certificates, 'our-key.pem'),
  };
  expect(readTls(files)).toMatchObject({ ...our, mode: 'required' });
  expect(readTls({ ...files, PARLEY_RPC_TLS_MODE: 'accepted' })?.mode).toBe('accepted');
  expect(() => readTls({ ...files, PARLEY_RPC_TLS_KEY_FILE: '' })).toThrow(
    /PARLEY_RPC_TLS_KEY_FILE is missing/,
  );
  expect(() => readTls({ ...files, PARLEY_RPC_TLS_CA_FILE: '/nowhere' })).toThrow(ConfigError);
});

describe.each([
  ['only calls', false],
  ['calls and bytes on one port', true],
])('replaced certificates: %s', (_name, withBytes) => {
  it('are used by both sides without a restart, through a bundle of both authorities', async () => {
    await using folder = await tlsFolder();
    folder.write(our);
    const serverTls = readTls(folder.env)!;
    const clientTls = readTls(folder.env)!;
    await using server = await serve(serverTls, withBytes);
    const client = createRpcClient(UploadServiceService, {
      addresses: server.addresses,
      secret,
      tls: clientTls,
    });
    const call = () => backgroundCall({ timeoutMs: 60_000 });
    const answers = async () => String((await client.getAttachments({}, call())).attachmentsJson);
    try {
      expect(await answers()).toBe('[1]');
      const strange = tlsOf('strange');
      const bundle = Buffer.concat([our.ca, strange.ca]);
      // First all processes trust both authorities, then they get certificates of the next one, and then they no longer trust
      // the former one.
      for (const next of [{ ...our, ca: bundle }, { ...strange, ca: bundle }, strange]) {
        folder.write(next);
        for (const tls of [serverTls, clientTls]) {
          expect(tls.reload()).toBe(true);
          expect(await answers()).toBe('[1]');
          expect(await ask(server.addresses, tls)).toBe('[1]');
        }
      }
      expect(serverTls.reload()).toBe(false);
      await expect(ask(server.addresses, our, refusedMs)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
      expect(await ask(server.addresses, tlsOf('strange'))).toBe('[1]');
    } finally {
      client.close();
    }
  });
});

it('the current certificates stay in use while the new files do not match each other', async () => {
  await using folder = await tlsFolder();
  folder.write(our);
  const tls = readTls(folder.env)!;
  folder.write({ ...our, key: tlsOf('strange').key });
  expect(() => tls.reload()).toThrow(ConfigError);
  expect(tls).toMatchObject(our);
  expect(() => readTls(folder.env)).toThrow(/is not the key of/);
});

/** Creates a folder with the certificate files of a process, as Kubernetes mounts them from a Secret. */
async function tlsFolder() {
  const dir = await mkdtemp(join(tmpdir(), 'parley-tls-'));
  const path = (name: string) => join(dir, name);
  return {
    env: {
      PARLEY_RPC_TLS_CA_FILE: path('ca.crt'),
      PARLEY_RPC_TLS_CERT_FILE: path('tls.crt'),
      PARLEY_RPC_TLS_KEY_FILE: path('tls.key'),
    },
    write({ ca, cert, key }: Tls) {
      writeFileSync(path('ca.crt'), ca);
      writeFileSync(path('tls.crt'), cert);
      writeFileSync(path('tls.key'), key);
    },
    [Symbol.asyncDispose]: () => rm(dir, { recursive: true }),
  };
}
