import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const folder = join(import.meta.dirname, '../opensearch');
const cache = join(import.meta.dirname, '../../../.cache/opensearch');

/** Thrown when the parts of OpenSearch cannot be fetched, because no registry of Maven packages answers. */
export class NoRegistryError extends Error {
  override name = 'NoRegistryError';
}

/** A running node. */
export type OpenSearchNode = { url: string; stop(): Promise<void> };

/**
 * Starts a single node of OpenSearch with Java. Its parts are packages of Maven (test/kit/opensearch/pom.xml), which are fetched once and
 * kept in `.cache`. It needs a JDK of version 17 or newer, and Maven.
 * @throws NoRegistryError when they cannot be fetched
 */
export async function startOpenSearch(): Promise<OpenSearchNode> {
  const parts = await fetchParts();
  const home = mkdtempSync(join(tmpdir(), 'parley-opensearch-'));
  const node = spawn(
    'java',
    [
      ...['-Xmx768m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', '-cp', join(parts, '*')],
      ...[join(folder, 'OpenSearchNode.java'), home],
    ],
    { stdio: ['pipe', 'pipe', 'pipe'] },
  );
  const output: string[] = [];
  node.stderr.on('data', (data: Buffer) => output.push(data.toString()));
  const port = await portOf(node, output);
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      const ended = new Promise((resolve) => node.once('exit', resolve));
      node.stdin.end();
      await ended;
      rmSync(home, { recursive: true, force: true });
    },
  };
}

function portOf(node: ChildProcess, output: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const lines = createInterface({ input: node.stdout! });
    lines.on('line', (line) => {
      output.push(`${line}\n`);
      const port = /^OpenSearch answers on port (\d+)$/.exec(line)?.[1];
      if (port !== undefined) resolve(port);
    });
    node.once('error', reject);
    node.once('exit', (code) =>
      reject(new Error(`OpenSearch ended with ${code}:\n${output.join('').slice(-4_000)}`)),
    );
  });
}

/** Returns the folder with the parts, which Maven fetches where it is missing. */
async function fetchParts(): Promise<string> {
  const pom = join(folder, 'pom.xml');
  const parts = join(cache, createHash('sha256').update(readFileSync(pom)).digest('hex').slice(0, 16));
  if (existsSync(parts)) return parts;
  mkdirSync(cache, { recursive: true });
  const unfinished = mkdtempSync(join(cache, 'unfinished-'));
  const { code, output } = await run('mvn', [
    ...['--batch-mode', '--quiet', '--file', pom, 'dependency:copy-dependencies'],
    `-DoutputDirectory=${unfinished}`,
  ]);
  if (code !== 0) {
    rmSync(unfinished, { recursive: true, force: true });
    const message = `Maven could not fetch OpenSearch:\n${output.slice(-4_000)}`;
    const isUnreachable =
      /Unknown host|Could not transfer|Connection (refused|timed out)|Network is unreachable/.test(output);
    throw isUnreachable ? new NoRegistryError(message) : new Error(message);
  }
  renameSync(unfinished, parts);
  return parts;
}

function run(command: string, args: readonly string[]): Promise<{ code: number | null; output: string }> {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data: Buffer) => {
      output += data.toString();
    });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output }));
  });
}
