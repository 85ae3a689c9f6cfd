/** Commands about accounts that an LDAP directory or an identity provider manages. */
import type { SyncDirectoryResponse } from '@parley/proto/useradmin/v1/provisioning';
import type { RealmExport } from '@parley/api';
import { backgroundCall } from '@parley/rpc';
import { exportFormats, exportTypeNames } from '../exporting/domain/rules.ts';
import { type Command, isDryRun, type Line, numberOf, UsageError } from './command.ts';

/** Time limit for synchronizing, in milliseconds. A directory of 100,000 people takes minutes. */
const syncTimeoutMs = 3_600_000;

export const provisioningCommands: Readonly<Record<string, Command>> = {
  'sync-directory': {
    options: ['allow-deactivations?'],
    canDryRun: true,
    summary:
      'makes accounts agree with the directory (LDAP); --allow-deactivations yes also deactivates more people than the limit permits',
    async *run({ client }, options) {
      const allowed = options['allow-deactivations'] ?? 'no';
      if (allowed !== 'yes' && allowed !== 'no') throw new UsageError(`${allowed} is neither yes nor no.`);
      const dryRun = isDryRun(options);
      const request = { dryRun, allowDeactivations: allowed === 'yes' };
      let last: SyncDirectoryResponse | undefined;
      for await (const report of client.syncDirectory(
        request,
        backgroundCall({ timeoutMs: syncTimeoutMs }),
      )) {
        if (last)
          yield { text: `${last.done} of ${last.total}`, json: { done: last.done, total: last.total } };
        last = report;
      }
      if (last) yield* summaryOf(last, dryRun);
    },
  },
  'allow-deactivations': {
    options: ['people'],
    summary: 'lets the identity provider (SCIM) deactivate that many people beyond the limit within a day',
    async *run({ client }, options, call) {
      const people = numberOf(options.people, 0);
      await client.allowDeactivations({ people }, call);
      yield { text: `Allowed ${people} more deactivations for a day.`, json: { people } };
    },
  },
  'erase-user': {
    options: ['id', 'messages'],
    summary: 'erases a person for good; --messages keep or delete decides about the messages and files',
    async *run({ client }, { id, messages }, call) {
      if (messages !== 'keep' && messages !== 'delete')
        throw new UsageError(`${messages} is neither keep nor delete.`);
      const request = { userId: numberOf(id, 0), deletesMessages: messages === 'delete' };
      const answer = await client.eraseUser(request, call);
      yield { text: `Erased. The report has ID ${answer.erasureId}; list-erasures shows it.`, json: answer };
    },
  },
  'export-user-data': {
    options: ['id'],
    summary:
      'starts an export of everything that is stored about a person; list-data-exports shows its address',
    async *run({ client }, { id }, call) {
      const answer = await client.requestPersonExport({ userId: numberOf(id, 0) }, call);
      yield { text: `Started. The export has ID ${answer.exportId}.`, json: answer };
    },
  },
  'list-data-exports': {
    options: [],
    summary:
      'lists exports of people’s data with addresses that open their archives for a day, the newest first',
    async *run({ client }, _options, call) {
      const { exports } = await client.listPersonExports({ userId: 0 }, call);
      for (const row of exports) {
        const ended = row.failedAt === undefined ? (row.url ?? 'deleted') : 'failed';
        const state = row.isPending ? 'pending' : ended;
        yield { text: [row.exportId, row.userId, state].join('\t'), json: row };
      }
    },
  },
  'export-organization': {
    options: ['since?', 'format?', 'type?'],
    summary:
      'starts an export of the organization; --since takes a date, --format parley, zulip or mattermost, --type public, full_with_consent or full_without_consent (default); list-exports shows its address',
    async *run({ client }, { since, format = 'parley', type = 'full_without_consent' }, call) {
      const exportType = Object.entries(exportTypeNames).find(([, name]) => name === type)?.[0];
      if (exportType === undefined) throw new UsageError(`There is no type ${type} of exports.`);
      if (!exportFormats.some((each) => each === format)) throw new UsageError(`There is no format ${format}.`);
      const time = since === undefined ? 0 : Math.floor(Date.parse(since) / 1_000);
      if (Number.isNaN(time) || time < 0) throw new UsageError(`${since} is no date.`);
      const request = { exportType: Number(exportType), since: time, format };
      const answer = await client.requestExport(request, call);
      yield { text: `Started. The export has ID ${answer.exportId}.`, json: answer };
    },
  },
  'list-exports': {
    options: [],
    summary: 'lists exports of the organization with addresses that open their archives for a day',
    async *run({ client }, _options, call) {
      const { exportsJson } = await client.listExports({}, call);
      for (const row of JSON.parse(exportsJson.toString()) as RealmExport[]) {
        const ended = row.failed_timestamp === null ? (row.export_url ?? 'deleted') : 'failed';
        yield { text: [row.id, row.export_type, row.pending ? 'pending' : ended].join('\t'), json: row };
      }
    },
  },
  'list-erasures': {
    options: [],
    summary: 'lists reports of erased people, the newest first',
    async *run({ client }, _options, call) {
      const { erasures } = await client.listErasures({}, call);
      for (const report of erasures) {
        const { erasureId, userId, finishedAt, counts } = report;
        const state = finishedAt === undefined ? 'pending' : new Date(finishedAt * 1_000).toISOString();
        const deleted = Object.entries(counts).flatMap(([kind, count]) =>
          count > 0 ? [`${kind} ${count}`] : [],
        );
        yield { text: [erasureId, userId, state, deleted.join(', ')].join('\t'), json: report };
      }
    },
  },
};

function* summaryOf(report: SyncDirectoryResponse, dryRun: boolean): Generator<Line> {
  const { problems, done: _, ...counts } = report;
  for (const problem of problems) yield { text: `Not synchronized: ${problem}`, json: { problem } };
  const { created, linked, changed, reactivated, deactivated, unchanged, failed, deactivationLimit } = counts;
  const parts = Object.entries({ created, linked, changed, reactivated, deactivated, unchanged, failed });
  const text = parts.map(([name, count]) => `${name} ${count}`).join(', ');
  const limit = dryRun ? ` At most ${deactivationLimit} people are deactivated without permission.` : '';
  yield { text: `${dryRun ? 'Would have' : 'Done'}: ${text}.${limit}`, json: { ...counts, dryRun } };
}
