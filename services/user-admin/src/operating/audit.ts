/** Commands about the audit log (docs/operations/audit-log.md). */
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { backgroundCall } from '@parley/rpc';
import { beginning, type ChainedRecord, type ChainPosition, faultOf } from '../auditing/domain/chain.ts';
import { type Command, type CommandLine, type Line, numberOf, UsageError } from './command.ts';

class BrokenChainError extends Error {
  override name = 'BrokenChainError';
  override toString(): string {
    return `The audit log is not whole: ${this.message}.`;
  }
}

export const auditCommands: Readonly<Record<string, Command>> = {
  'audit-log': {
    options: ['user-id?', 'before?', 'limit?'],
    summary: 'prints the audit log as lines of JSON, the newest entry first',
    async *run({ client }, options, call) {
      const { entriesJson } = await client.listAuditEntries(
        {
          userId: numberOf(options['user-id'], 0),
          beforeEntryId: numberOf(options.before, 0),
          limit: numberOf(options.limit, 100),
          action: '',
          actorId: 0,
          fromTime: 0,
          toTime: 0,
        },
        call,
      );
      for (const entry of JSON.parse(entriesJson.toString()) as object[]) {
        yield { text: JSON.stringify(entry), json: entry };
      }
    },
  },
  'export-audit-log': {
    options: ['after?'],
    summary: 'prints all entries as lines of JSON with their hashes, the oldest entry first',
    async *run({ client }, { after }) {
      let afterPosition = numberOf(after, 0);
      for (;;) {
        const { lines, lastPosition } = await client.exportAuditEntries({ afterPosition }, backgroundCall());
        if (lines.length === 0) return;
        for (const line of lines) yield { text: line, json: JSON.parse(line) as object };
        afterPosition = lastPosition;
      }
    },
  },
  'verify-audit-log': {
    options: ['expect?', 'file?'],
    summary:
      'checks that no entry was removed or changed; --expect takes POSITION:HASH of an earlier check, --file an export',
    async *run({ client }, { expect = '', file }) {
      yield file === undefined ? await verifyStored(client, expect) : await verifyFile(file);
    },
  },
};

async function verifyStored(client: CommandLine['client'], expected: string): Promise<Line> {
  const [, position = '0', expectedHash = ''] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(expected) ?? [];
  if (expected !== '' && expectedHash === '') throw new UsageError('--expect must be POSITION:HASH.');
  const expectedPosition = Number(position);
  let checked: ChainPosition = { position: 0, hash: '' };
  for (;;) {
    const answer = await client.verifyAuditLog(
      { afterPosition: checked.position, hash: checked.hash, expectedPosition, expectedHash },
      backgroundCall({ timeoutMs: 30_000 }),
    );
    if (answer.fault !== '') throw new BrokenChainError(answer.fault);
    checked = answer;
    if (!answer.isComplete) continue;
    const { firstPosition, unchained } = answer;
    const waiting = unchained === 0 ? '' : ` ${unchained} newer entries are not chained yet.`;
    return {
      text: `Entries ${firstPosition} to ${checked.position} are whole. Note ${checked.position}:${checked.hash} for the next check.${waiting}`,
      json: { first: firstPosition, last: checked.position, hash: checked.hash, unchained },
    };
  }
}

async function verifyFile(file: string): Promise<Line> {
  let first: ChainPosition | undefined;
  let before: ChainPosition = beginning;
  for await (const line of createInterface({ input: createReadStream(file) })) {
    const entry = JSON.parse(line) as ChainedRecord;
    // An export may begin at any entry. There is no predecessor to compare the first entry with, so only its own hash is
    // checked.
    first ??= { position: entry.position - 1, hash: entry.previous_hash };
    if (before === beginning) before = first;
    const fault = faultOf(entry, before);
    if (fault !== undefined) throw new BrokenChainError(fault);
    before = { position: entry.position, hash: entry.hash };
  }
  if (!first) throw new UsageError('The file has no entries.');
  const text = `Entries ${first.position + 1} to ${before.position} of the file are whole. The last is ${before.position}:${before.hash}.`;
  return { text, json: { first: first.position + 1, last: before.position, hash: before.hash } };
}
