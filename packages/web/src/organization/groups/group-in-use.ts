import { ApiError, type Store } from '@parley/client';
import { groupName } from '../../forms/group-words.ts';
import { listOf } from '../../i18n/format.ts';
import { FormError } from '../../model/failures.ts';
import { channelName } from '../../model/names.ts';
import { o } from '../texts.ts';

/** A use of a group that the server names as the reason for refusing its deactivation. */
type Objection =
  | { readonly type: 'realm'; readonly settings: readonly string[] }
  | { readonly type: 'channel'; readonly channel_id: number }
  | { readonly type: 'user_group'; readonly group_id: number }
  | { readonly type: 'subgroup'; readonly supergroup_ids: readonly number[] };

/** Converts the refusal to deactivate a group into an error that names what uses the group; undefined for other errors. */
export function groupInUse(store: Store, error: unknown): FormError | undefined {
  if (!(error instanceof ApiError) || error.code !== 'CANNOT_DEACTIVATE_GROUP_IN_USE') return undefined;
  const nameOf = (id: number) => groupName(store.groups.groups.get(id));
  const usesOf = (objection: Objection): string[] => {
    if (objection.type === 'realm') return [o('usedByOrganization', { count: objection.settings.length })];
    if (objection.type === 'channel') return [`#${channelName(store, objection.channel_id)}`];
    if (objection.type === 'user_group') return [nameOf(objection.group_id)];
    return objection.supergroup_ids.map(nameOf);
  };
  const uses = [...new Set((error.fields.objections as readonly Objection[]).flatMap(usesOf))];
  return new FormError(o('groupUsed', { count: uses.length, names: listOf(uses) }));
}
