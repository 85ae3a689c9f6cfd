import { formEntries } from '../archive-entries.ts';
import { exportTypeNames, type OrganizationExport } from '../domain/rules.ts';
import { type Entry, entryOf } from '../domain/tar.ts';
import { convertedEntries } from './converted.ts';
import { messageEntries } from './messages.ts';
import { channelEntries, groupEntries, organizationEntries } from './organization.ts';
import { peopleEntries } from './people.ts';
import type { Source } from './source.ts';

/** Version of the archive's layout. Increase it with each change that a program needs to know about to read an archive. */
const formatVersion = 1;

/**
 * Yields the files of an export (docs/operations/export.md#what-it-contains). Channels and people come after the messages. So
 * the archive contains every channel and person that its messages refer to, even those that were created during the export. The
 * last file proves that the archive is complete.
 */
export async function* exportEntries(source: Source, job: OrganizationExport): AsyncGenerator<Entry> {
  if (job.format !== 'parley') {
    yield* convertedEntries(source, job.format);
    return;
  }
  const counts = { messages: 0, files: 0, channels: 0, groups: 0, people: 0 };
  yield* messageEntries(source, counts);
  yield* channelEntries(source, counts);
  yield* groupEntries(source, counts);
  yield* organizationEntries(source);
  yield* peopleEntries(source, counts);
  yield* formEntries(source);
  const { scope, consentingUserIds } = source;
  const { publicUrl } = await scope.organization();
  const summary = {
    format_version: formatVersion,
    export_type: exportTypeNames[job.exportType],
    organization_url: publicUrl,
    requested_by: job.requesterId,
    requested_at: Math.floor(job.requestedAt / 1000),
    finished_at: Math.floor(Date.now() / 1000),
    ...(source.since > 0 && { since: source.since }),
    consenting_user_ids: source.hasAllPrivateData ? [] : consentingUserIds,
    counts,
  };
  yield entryOf('export.json', Buffer.from(`${JSON.stringify(summary, null, 2)}\n`));
}
