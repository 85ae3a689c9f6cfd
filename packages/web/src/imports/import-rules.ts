/** What may be done with an import, and what its report says. */
import type { AnswerOf, ParamsOf } from '@parley/client';

export type Import = AnswerOf<'get-imports'>['imports'][number];
export type Report = NonNullable<Import['report']>;
export type StartTerms = ParamsOf<'start-import'>;

/** The sources that can be named; an empty one is recognised. */
export const sources = ['', 'mattermost', 'rocketchat', 'slack', 'zulip', 'parley'] as const;

/** Returns whether the server works on an import now. Meanwhile no other one can begin. */
export const isActive = ({ state }: Pick<Import, 'state'>): boolean =>
  state === 'waiting' || state === 'running' || state === 'undoing';

/** Returns whether an import can be stopped: a removal always ends. */
export const isStoppable = ({ state }: Pick<Import, 'state'>): boolean =>
  state === 'waiting' || state === 'running';

/** Returns the archive of an import as a request names it; undefined when the server does not say where it lies. */
export function archiveOf({ archive_path: path }: Pick<Import, 'archive_path'>): StartTerms | undefined {
  if (path === '') return undefined;
  return path.startsWith('/user_uploads/') ? { upload_url: path } : { path };
}

/** Returns how the import itself is started after a dry run, or continued: as it was begun. */
export function againOf(
  each: Pick<Import, 'archive_path' | 'source' | 'merge_people'>,
): StartTerms | undefined {
  const archive = archiveOf(each);
  if (!archive) return undefined;
  const { source, merge_people } = each;
  return {
    ...archive,
    ...(source !== '' && { from: source }),
    ...(merge_people !== null && { merge_people }),
  };
}

/** Actions that an import offers. While another one is under way, nothing can begin. */
export function actionsOf(
  each: Pick<Import, 'state' | 'dry_run' | 'archive_path'>,
  { isOtherActive }: { readonly isOtherActive: boolean },
): readonly ('import' | 'continue' | 'undo')[] {
  if (isOtherActive || isActive(each)) return [];
  const isThere = archiveOf(each) !== undefined;
  if (each.dry_run) return isThere && (each.state === 'done' || each.state === 'stopped') ? ['import'] : [];
  if (each.state === 'stopped') return isThere ? ['continue', 'undo'] : ['undo'];
  return each.state === 'done' ? ['undo'] : [];
}

/** Names of the counts in the order in which a report shows them. */
export const countNames = [
  'people',
  'bots',
  'groups',
  'channels',
  'direct_conversations',
  'topics',
  'messages',
  'reactions',
  'pins',
  'files',
  'emoji',
] as const satisfies readonly (keyof Report['counts'])[];

export const countColumns = ['read', 'imported', 'merged', 'left_out'] as const;

/** Returns the share of an import that is done, from 0 to 1; undefined while its size is unknown. */
export function shareOf({ done, total }: Pick<Import, 'done' | 'total'>): number | undefined {
  return total > 0 ? Math.min(1, done / total) : undefined;
}

/** Findings that give somebody rights, or need a person's attention before the import begins: they stand first. */
const urgent =
  /^(?:role-|channel-administrator|address-taken|name-taken|zip-bomb|broken-|wider-|wrong-|missing-|unfinished-)/;

/** Returns the findings of a report, those first that need attention, then by their number. */
export const sortedFindings = ({ findings }: Pick<Report, 'findings'>): Report['findings'] =>
  findings.toSorted(
    (one, other) =>
      Number(urgent.test(other.kind)) - Number(urgent.test(one.kind)) ||
      other.count - one.count ||
      (one.kind < other.kind ? -1 : 1),
  );
