import type { Draft, Place } from '@parley/client';
import { Pencil, Trash2 } from 'lucide';
import { For } from 'solid-js';
import { composeTo } from '../compose/target.ts';
import { shortDateTimeOf } from '../i18n/format.ts';
import { t } from '../i18n/index.ts';
import { attempt } from '../model/actions.ts';
import { placeHref, placeName } from '../model/names.ts';
import { useParley } from '../model/parley.tsx';
import { useDerived } from '../model/reactive.ts';
import { go } from '../router.ts';
import { Icon } from '../ui/icon.tsx';

/** Returns the place to which a draft would be sent; undefined while none is chosen. */
export function placeOfDraft(draft: Pick<Draft, 'type' | 'to' | 'topic'>, selfId: number): Place | undefined {
  if (draft.type === 'stream' && draft.to[0] !== undefined) {
    return { kind: 'topic', channelId: draft.to[0], topic: draft.topic };
  }
  if (draft.type !== 'private' || draft.to.length === 0) return undefined;
  const others = draft.to.filter((id) => id !== selfId).sort((one, other) => one - other);
  return { kind: 'direct', userIds: others.length > 0 ? others : [selfId] };
}

/** The person's drafts. */
export default function DraftsView() {
  const { store, client } = useParley();
  const drafts = useDerived([store.personal.drafts], () =>
    [...store.personal.drafts.values()].sort((one, other) => (other.timestamp ?? 0) - (one.timestamp ?? 0)),
  );
  const open = (draft: Draft) => {
    const place = placeOfDraft(draft, store.people.selfId);
    if (place) go(placeHref(store, place));
    composeTo(place ? { place } : { insert: draft.content });
  };
  return (
    <>
      <header class="view-head">
        <h1>{t('drafts')}</h1>
      </header>
      <div class="view-scroll">
        <ul class="card-list">
          <For each={drafts()} fallback={<Empty />}>
            {(draft) => {
              const place = placeOfDraft(draft, store.people.selfId);
              return (
                <li class="card">
                  <p class="muted">
                    {place ? placeName(store, place) : t('withoutPlace')} ·{' '}
                    {draft.timestamp === undefined ? '' : shortDateTimeOf(draft.timestamp)}
                  </p>
                  <p class="card-text" dir="auto">
                    {draft.content}
                  </p>
                  <div class="form-actions">
                    <button type="button" class="button" onClick={() => open(draft)}>
                      <Icon of={Pencil} />
                      {t('continueWriting')}
                    </button>
                    <button
                      type="button"
                      class="button"
                      onClick={() => void attempt(client.call('delete-draft', { draft_id: draft.id }))}
                    >
                      <Icon of={Trash2} />
                      {t('delete')}
                    </button>
                  </div>
                </li>
              );
            }}
          </For>
        </ul>
      </div>
    </>
  );
}

function Empty() {
  return (
    <li class="empty">
      <h2>{t('noDrafts')}</h2>
      <p>{t('noDraftsMore')}</p>
    </li>
  );
}
