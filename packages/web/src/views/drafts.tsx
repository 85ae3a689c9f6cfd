import { type Draft, type Place, placeKey } from '@parley/client';
import { FilePen, Pencil, RotateCcw, Trash2 } from 'lucide';
import { createEffect, createResource, For, onCleanup, Show } from 'solid-js';
import { isAddressed } from '../compose/recipients/topic-rule.ts';
import { directionOf } from '../i18n/direction.ts';
import { nearTimeOf } from '../i18n/format.ts';
import { t } from '../i18n/index.ts';
import { discardUnsent, editUnsent } from '../messages/unsent-actions.ts';
import { attempt } from '../model/actions.ts';
import { addToDraft, keepDraft, unsyncedDrafts } from '../model/drafts/drafts.ts';
import { createDraft, draftOnServer, isDraftAwaited, placeOfDraft } from '../model/drafts/server-drafts.ts';
import { channelHref, placeHref } from '../model/names.ts';
import { useParley } from '../model/parley.tsx';
import { useDerived } from '../model/reactive.ts';
import { EmptyIcon } from '../ui/empty-icon.tsx';
import { ViewHead } from '../ui/view-head.tsx';
import { MessageCard } from './message-card.tsx';
import { UnsentTabs } from './unsent-tabs.tsx';
import { u, unsentTexts } from './unsent-texts.ts';

await unsentTexts.load();

const recheckMs = 500;

type Shown = {
  readonly place: Place | undefined;
  readonly content: string;
  readonly timestamp: number | undefined;
  discard(): Promise<unknown>;
};

/** Shows the person's drafts and unsent messages. */
export default function DraftsView() {
  const parley = useParley();
  const { store, client } = parley;
  const [unsynced, { refetch, mutate }] = createResource(() => unsyncedDrafts(parley));
  // The texts of this device hide those of the server only until they are stored there: other devices may change them then.
  createEffect(() => {
    const shown = unsynced.latest ?? [];
    if (shown.length === 0) return;
    const timer = setInterval(async () => {
      const present = await unsyncedDrafts(parley);
      const isAwaited = shown.some(
        ({ place }) => isDraftAwaited(parley, place) && !draftOnServer(parley, place),
      );
      if (!isAwaited && JSON.stringify(present) !== JSON.stringify(shown)) mutate(present);
    }, recheckMs);
    onCleanup(() => clearInterval(timer));
  });
  async function discard(place: Place): Promise<void> {
    await keepDraft(parley, place, '');
    await refetch();
  }
  const drafts = useDerived([store.personal.drafts], (): Shown[] =>
    [...store.personal.drafts.values()].map((draft: Draft) => {
      const place = placeOfDraft(draft, store.people.selfId);
      return {
        ...draft,
        place,
        discard: () => (place ? discard(place) : client.call('delete-draft', { draft_id: draft.id })),
      };
    }),
  );
  const all = () => {
    const changed = (unsynced.latest ?? []).map(
      (draft): Shown => ({ ...draft, discard: () => discard(draft.place) }),
    );
    const keys = new Set(changed.map(({ place }) => placeKey(place!)));
    const here = changed.filter(({ content }) => content !== '');
    return [...here, ...drafts().filter(({ place }) => !place || !keys.has(placeKey(place)))].sort(
      (one, other) => (other.timestamp ?? 0) - (one.timestamp ?? 0),
    );
  };
  const open = ({ place, content }: Shown) => {
    if (!place) parley.composing.ask({ insert: content });
    else if (isAddressed(store, place)) {
      parley.router.go(placeHref(store, place));
      parley.composing.ask({ place });
    } else if (place.kind === 'direct') parley.composing.ask({ place: 'new-direct' });
    else {
      parley.router.go(channelHref(store, place.channelId));
      parley.composing.ask({ place });
    }
  };
  /** Deletes a draft, and offers to undo that. */
  const remove = async (draft: Shown) => {
    if (!(await attempt(parley, draft.discard()))) return;
    const { place, content } = draft;
    const again = async () => {
      if (place) await addToDraft(parley, place, content);
      else await attempt(parley, createDraft(parley, undefined, content));
      await refetch();
    };
    parley.toasts.show(u('draftDeleted'), { undo: () => void again() });
  };
  return (
    <>
      <ViewHead title={t('drafts')}>
        <UnsentTabs present="drafts" />
      </ViewHead>
      <div class="view-scroll" ref={(element) => parley.positions.keepScroll(element)}>
        <Unsent />
        <ul class="card-list">
          <For each={all()} fallback={<Empty />}>
            {(draft) => (
              <MessageCard
                place={draft.place}
                time={draft.timestamp === undefined ? '' : nearTimeOf(draft.timestamp)}
                actions={[
                  { icon: Pencil, label: u('editDraft'), run: () => open(draft) },
                  { icon: Trash2, label: t('delete'), run: () => void remove(draft) },
                ]}
              >
                <p class="card-text" dir={directionOf(draft.content)}>
                  {draft.content}
                </p>
              </MessageCard>
            )}
          </For>
        </ul>
      </div>
    </>
  );
}

/** Shows messages that the server has not received yet or has refused. */
function Unsent() {
  const parley = useParley();
  const { store, connection } = parley;
  const all = useDerived([store.outbox.messages], () =>
    [...store.outbox.messages.values()].filter(({ state }) => state === 'waiting' || state === 'failed'),
  );
  return (
    <Show when={all().length > 0}>
      <section aria-labelledby="unsent-title">
        <h2 id="unsent-title" class="section-title">
          {u('unsent')}
        </h2>
        <ul class="card-list">
          <For each={all()}>
            {(message) => (
              <MessageCard
                place={message.place}
                time={nearTimeOf(message.timestamp)}
                actions={[
                  { icon: RotateCcw, label: t('tryAgain'), run: () => connection.resend(message.localId) },
                  ...(message.state === 'failed'
                    ? [{ icon: Pencil, label: t('edit'), run: () => editUnsent(parley, message) }]
                    : []),
                  { icon: Trash2, label: t('discard'), run: () => discardUnsent(parley, message) },
                ]}
              >
                <p class="card-text" dir={directionOf(message.content)}>
                  {message.content}
                </p>
                <p class="notice" classList={{ 'is-error': message.state === 'failed' }}>
                  {message.state === 'failed'
                    ? `${t('notSent')} ${message.error?.message ?? ''}`
                    : t('waiting')}
                </p>
              </MessageCard>
            )}
          </For>
        </ul>
      </section>
    </Show>
  );
}

function Empty() {
  return (
    <li class="empty">
      <EmptyIcon of={FilePen} />
      <h2>{u('noDrafts')}</h2>
      <p>{u('noDraftsMore')}</p>
    </li>
  );
}
