import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { Agent, get } from 'node:https';
import { dirname, join } from 'node:path';
import { arch, platform } from 'node:process';
import { runQuietly } from './run-quietly.ts';

/** The official release, with the checksums that the project publishes. */
export const NATS_RELEASE = {
  version: '2.12.15',
  baseUrl: 'https://github.com/nats-io/nats-server/releases/download',
  sha256: {
    'linux-amd64': '58ab8131f819263897e2fc38e503e1b755b63bcafeecc7d12582487df48ca15e',
    'linux-arm64': 'b724db99fefbf8f5c808baa82819ee50350aee9734017e4a478f7e545cef3ab6',
  } as Readonly<Record<string, string>>,
};

/** In milliseconds. Short, so that the next source is tried soon when the network is unreachable. */
const CONNECT_TIMEOUT_MS = 5_000;
const DOWNLOAD_TIMEOUT_MS = 120_000;
const MAX_ARCHIVE_BYTES = 64 * 1024 * 1024;

/** Downloads the bytes of an https URL. Rejects unless the status is 200. */
export type Download = (url: string) => Promise<Buffer>;

/**
 * Downloads the pinned release, verifies its checksum before unpacking, and writes the program to `target`.
 *
 * @throws Error when there is no release for this platform, the download fails, or the checksum is wrong
 */
export async function fetchRelease(target: string, fetch: Download = download): Promise<void> {
  const system = `${platform}-${arch === 'x64' ? 'amd64' : arch}`;
  const expected = NATS_RELEASE.sha256[system];
  if (expected === undefined) throw new Error(`no pinned release for ${system}`);
  const name = `nats-server-v${NATS_RELEASE.version}-${system}`;
  const archive = await fetch(`${NATS_RELEASE.baseUrl}/v${NATS_RELEASE.version}/${name}.tar.gz`);
  verify(archive, expected);
  const folder = `${target}.${process.pid}.unpack`;
  mkdirSync(folder, { recursive: true });
  try {
    writeFileSync(join(folder, 'archive.tar.gz'), archive);
    await runQuietly('tar', ['-xzf', 'archive.tar.gz', `${name}/nats-server`], { cwd: folder });
    chmodSync(join(folder, name, 'nats-server'), 0o755);
    mkdirSync(dirname(target), { recursive: true });
    renameSync(join(folder, name, 'nats-server'), target);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function verify(archive: Buffer, expected: string): void {
  const actual = createHash('sha256').update(archive).digest('hex');
  if (actual !== expected) throw new Error(`checksum mismatch: expected ${expected}, got ${actual}`);
}

/** Downloads a URL. Follows redirects, and uses the proxy variables of the environment. */
async function download(url: string, redirectsLeft = 5): Promise<Buffer> {
  const response = await request(url);
  const { statusCode = 0, headers } = response;
  if (statusCode >= 300 && statusCode < 400 && headers.location && redirectsLeft > 0) {
    response.destroy();
    return download(new URL(headers.location, url).href, redirectsLeft - 1);
  }
  if (statusCode !== 200) {
    response.destroy();
    throw new Error(`the server answered ${statusCode}`);
  }
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > MAX_ARCHIVE_BYTES) throw new Error('the archive is far too large');
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function request(url: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const agent = new Agent({ proxyEnv: process.env });
    const outgoing = get(url, { agent, signal: AbortSignal.timeout(DOWNLOAD_TIMEOUT_MS) }, (response) => {
      clearTimeout(timer);
      resolve(response);
    });
    outgoing.once('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
    const timer = setTimeout(() => outgoing.destroy(new Error('no answer in time')), CONNECT_TIMEOUT_MS);
  });
}
