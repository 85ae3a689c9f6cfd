import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type ArchiveRecord, FormWriter } from '@parley/archive';
import { ImportingServiceService } from '@parley/proto/importing/v1/importing';
import { backgroundCall, createRpcClient } from '@parley/rpc';
import { Network, Person, testPassword, triesManyCases, until } from '@parley/test-kit';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { exported, recordsOf } from './exported-form.ts';
import { blueprint, contents, owner, recordsFrom, start } from './random-organization.ts';

// Whatever an organization contains: its export, imported into an empty deployment, is exported equal.

const folder = mkdtempSync(join(tmpdir(), 'parley-random-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let archives = 0;

function archiveOf(records: readonly ArchiveRecord[]): string {
  const root = join(folder, `archive-${++archives}`);
  const writer = new FormWriter();
  const facts = { created: start, source: 'https://random.example', program: 'test' };
  const files = [
    ...records.flatMap((record) => writer.add(record)),
    ...writer.finish(facts),
    ...Object.entries(contents).map(([file, bytes]) => ({ path: file, bytes })),
  ];
  for (const { path, bytes } of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), bytes);
  }
  return root;
}

/** Imports an archive into a deployment without an organization, and returns its export. */
async function moved(path: string): Promise<ArrayBuffer> {
  await using network = await Network.start({ env: { PARLEY_OWNER_FULL_CONTENT_ACCESS: 'true' } });
  const [replica] = network.of('importing');
  const importing = createRpcClient(ImportingServiceService, {
    addresses: [`127.0.0.1:${replica!.ports.rpc}`],
    secret: replica!.env.PARLEY_RPC_SECRET!,
  });
  const call = () => backgroundCall({ timeoutMs: 30_000 });
  const { importId } = await importing.startImport(
    { path, from: '', into: 'Random', dryRun: false, uploadUrl: '' },
    call(),
  );
  const done = await until(
    'the import has ended',
    async () => {
      const { import: found } = await importing.getImport({ importId }, call());
      return ['waiting', 'running'].includes(found!.state) ? undefined : found;
    },
    120_000,
  );
  importing.close();
  expect(done).toMatchObject({ state: 'done', error: '' });
  await network.asOperator((userAdmin, each) =>
    userAdmin.setPassword({ email: owner.email, password: testPassword }, each),
  );
  const key = await network
    .client()
    .post('/fetch_api_key', { username: owner.email, password: testPassword });
  const identity = { userId: key.user_id as number, email: owner.email, apiKey: key.api_key as string };
  return await exported(network, new Person(identity, network.client(identity)));
}

it('is equal after export and import', { timeout: 1_800_000 }, async () => {
  const property = fc.asyncProperty(blueprint, async (given) => {
    const records = recordsFrom(given);
    const first = await moved(archiveOf(records));
    const before = await recordsOf(first);
    expect(before.messages ?? []).toHaveLength(given.messages.length);
    expect(before.people).toHaveLength(given.people.length + 1);
    const path = join(folder, `export-${archives}.tar.gz`);
    writeFileSync(path, Buffer.from(first));
    const after = await recordsOf(await moved(path));
    expect(Object.keys(after).sort()).toEqual(Object.keys(before).sort());
    for (const kind of Object.keys(before))
      expect({ kind, records: after[kind] }).toEqual({ kind, records: before[kind] });
  });
  const seed = Number(process.env.PARLEY_PROPERTY_SEED ?? 20_261_129);
  // Without shrinking: each case starts two deployments.
  await fc.assert(property, { seed, numRuns: triesManyCases ? 25 : 1, endOnFailure: true });
});
