/** The first import of a deployment that has no organization, with the command's `--into`. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ArchiveRecord } from '@parley/archive';
import { ImportingServiceService } from '@parley/proto/importing/v1/importing';
import { backgroundCall, createRpcClient, type RpcClient } from '@parley/rpc';
import { Network, until } from '@parley/test-kit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { writeRecords } from './import-records.ts';

let network: Network;
let importing: RpcClient<typeof ImportingServiceService> & { close(): void };
const path = mkdtempSync(join(tmpdir(), 'parley-into-test-'));

beforeAll(async () => {
  network = await Network.start();
  const [replica] = network.of('importing');
  importing = createRpcClient(ImportingServiceService, {
    addresses: [`127.0.0.1:${replica!.ports.rpc}`],
    secret: replica!.env.PARLEY_RPC_SECRET!,
  });
});

afterAll(async () => {
  importing?.close();
  await network?.stop();
  rmSync(path, { recursive: true });
});

const call = () => backgroundCall({ timeoutMs: 30_000 });

// biome-ignore lint/suspicious/noExplicitAny: reports are JSON
async function run(dryRun: boolean): Promise<any> {
  const request = { path, from: '', into: 'New place', dryRun, uploadUrl: '' };
  const { importId } = await importing.startImport(request, call());
  const done = await until('the import has ended', async () => {
    const { import: found } = await importing.getImport({ importId }, call());
    return ['waiting', 'running'].includes(found!.state) ? undefined : found;
  });
  expect(done).toMatchObject({ state: 'done', error: '' });
  return JSON.parse(done.reportJson.toString());
}

it('a dry run foresees what is renamed in an organization that does not exist yet', async () => {
  const channel = (key: string, name: string): ArchiveRecord => ({
    kind: 'channel',
    key,
    name,
    privacy: 'public',
    posting: 'administrators',
  });
  const group = (key: string, name: string): ArchiveRecord => ({ kind: 'group', key, name, members: ['p'] });
  writeRecords(path, [
    { kind: 'organization', name: 'Old', urls: ['https://old.example'] },
    { kind: 'person', key: 'p', name: 'Ann', email: 'ann@old.example', role: 'owner' },
    group('g1', 'crew'),
    group('g2', 'role:CREW'),
    group('g3', '\u200b'),
    group('g4', '\u200b'),
    channel('c1', 'Plan'),
    // More than one batch of channels lies between them.
    ...Array.from({ length: 200 }, (_, at) => channel(`d${at}`, `other ${at}`)),
    channel('c2', 'plan'),
    channel('c3', 'plan (2)'),
    channel('c4', ' \u200b '),
    channel('c5', '\u200e'),
  ]);
  const planned = await run(true);
  const done = await run(false);
  expect(planned.counts).toEqual(done.counts);
  // biome-ignore lint/suspicious/noExplicitAny: reports are JSON
  const renamed = (report: any) => report.findings.filter(({ kind }: any) => kind.startsWith('renamed-'));
  expect(renamed(planned)).toEqual(renamed(done));
  expect(renamed(done)).toEqual([
    expect.objectContaining({ kind: 'renamed-channel', count: 4 }),
    expect.objectContaining({ kind: 'renamed-group', count: 3 }),
  ]);
});
