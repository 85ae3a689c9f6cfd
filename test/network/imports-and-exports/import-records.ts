import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type ArchiveRecord, FormWriter } from '@parley/archive';
import { ImportingServiceService } from '@parley/proto/importing/v1/importing';
import { backgroundCall, createRpcClient } from '@parley/rpc';
import { type Network, until } from '@parley/test-kit';
import { expect } from 'vitest';

/** Writes records into a folder, as an archive of the form. */
export function writeRecords(path: string, records: readonly ArchiveRecord[]): void {
  const writer = new FormWriter();
  const facts = { created: 1_700_000_000, source: 'https://old.example', program: 'test' };
  const files = [...records.flatMap((record) => writer.add(record)), ...writer.finish(facts)];
  for (const file of files) {
    mkdirSync(dirname(join(path, file.path)), { recursive: true });
    writeFileSync(join(path, file.path), file.bytes);
  }
}

/** Imports records, as an archive of another server brings them. */
export async function importRecords(network: Network, records: readonly ArchiveRecord[]): Promise<void> {
  const path = mkdtempSync(join(tmpdir(), 'parley-records-'));
  writeRecords(path, records);
  const [replica] = network.of('importing');
  const importing = createRpcClient(ImportingServiceService, {
    addresses: [`127.0.0.1:${replica!.ports.rpc}`],
    secret: replica!.env.PARLEY_RPC_SECRET!,
  });
  const call = () => backgroundCall({ timeoutMs: 30_000 });
  try {
    const request = { path, from: '', into: '', dryRun: false, uploadUrl: '' };
    const { importId } = await importing.startImport(request, call());
    const done = await until('the import has ended', async () => {
      const { import: found } = await importing.getImport({ importId }, call());
      return ['waiting', 'running'].includes(found!.state) ? undefined : found;
    });
    expect(done).toMatchObject({ state: 'done', error: '' });
  } finally {
    importing.close();
    rmSync(path, { recursive: true });
  }
}

/** A guest of another server with a message, who has not signed in here. */
export const guestWith = (key: string, email: string): ArchiveRecord[] => [
  { kind: 'organization', name: 'Old', urls: ['https://old.example'] },
  { kind: 'person', key, name: `Guest ${key}`, email, role: 'guest' },
  { kind: 'channel', key: `c-${key}`, name: `room of ${key}`, privacy: 'private' },
  { kind: 'subscription', channel: `c-${key}`, person: key },
  {
    kind: 'message',
    key: `m-${key}`,
    place: { channel: `c-${key}`, topic: 'before' },
    sender: key,
    time: 1_700_000_000,
    content: 'written before',
  },
];
