import { type Place, placeKey, placeOf } from '@parley/client';
import { createResource, createSignal, For, onMount, Show } from 'solid-js';
import { Recipients } from '../compose/recipients/recipients.tsx';
import { isAddressed } from '../compose/recipients/topic-rule.ts';
import { toNobody } from '../compose/session.ts';
import { directionOf } from '../i18n/direction.ts';
import { t } from '../i18n/index.ts';
import { listKeys } from '../lib/keys-and-focus/list-keys.ts';
import { attempt } from '../model/actions.ts';
import { placeHref, placeName } from '../model/names.ts';
import { useParley } from '../model/parley.tsx';
import { useDerived } from '../model/reactive.ts';
import { ViewHead } from '../ui/view-head.tsx';
import '../styles/share.css';
import { dropShared, readShared, type Shared, shareInNextBox } from '../model/device/shared.ts';
import { ui } from '../ui/texts.ts';
import { sh, shareTexts } from './texts.ts';

await shareTexts.load();

const messagesRead = 300;
const maxShown = 50;

/** Returns topics and direct conversations, the one with the newest message first. Call it inside a component. */
function useRecentPlaces() {
  const parley = useParley();
  const { store, connection } = parley;
  const feed = connection.history.list([]);
  onMount(
    () =>
      void attempt(
        parley,
        connection.history.load(feed, { anchor: 'newest', before: messagesRead }),
        t('moreNotLoaded'),
      ),
  );
  return useDerived([store.messages.known], () => {
    const places = new Map<string, Place>();
    for (const id of feed.newestRange?.ids.toReversed() ?? []) {
      const message = store.messages.known.get(id);
      if (!message) continue;
      const place = placeOf(message, store.people.selfId);
      if (!places.has(placeKey(place))) places.set(placeKey(place), place);
    }
    return [...places.values()];
  });
}

/** Asks for the conversation to which the person sends what they shared from another app. */
export default function ShareView() {
  const parley = useParley();
  const [shared] = createResource(readShared);
  const recent = useRecentPlaces();
  const choose = (place: Place, content: Shared) => {
    shareInNextBox(parley, content);
    void dropShared();
    parley.router.go(placeHref(parley.store, place));
  };
  const discard = () => {
    void dropShared();
    parley.router.replace('#inbox');
  };
  return (
    <>
      <ViewHead title={sh('share')} />
      <div class="view-scroll" ref={listKeys}>
        <Show when={!shared.loading} fallback={<div class="skeleton" />}>
          <Show when={shared()} fallback={<p class="empty">{sh('nothingShared')}</p>}>
            {(content) => (
              <>
                <SharedThings shared={content()} onDiscard={discard} />
                <ShareTo onChoose={(place) => choose(place, content())} />
                <Places places={recent().slice(0, maxShown)} onChoose={(place) => choose(place, content())} />
              </>
            )}
          </Show>
        </Show>
      </div>
    </>
  );
}

/** Renders what was shared. */
function SharedThings(props: { shared: Shared; onDiscard: () => void }) {
  return (
    <section class="shared">
      <p class="muted">{sh('chooseWhere')}</p>
      <Show when={props.shared.text}>
        {(text) => (
          <blockquote dir={directionOf(text())} class="shared-text">
            {text()}
          </blockquote>
        )}
      </Show>
      <Show when={props.shared.files.length > 0}>
        <p>
          {sh('files', { count: props.shared.files.length })}:{' '}
          {props.shared.files.map(({ name }) => name).join(', ')}
        </p>
      </Show>
      <button type="button" class="button" onClick={() => props.onDiscard()}>
        {sh('discard')}
      </button>
    </section>
  );
}

function Places(props: { places: readonly Place[]; onChoose: (place: Place) => void }) {
  const { store } = useParley();
  return (
    <ul class="shared-places" aria-label={t('recentConversations')}>
      <For each={props.places}>
        {(place) => (
          <li>
            <button
              type="button"
              dir={directionOf(placeName(store, place))}
              data-list-item
              onClick={() => props.onChoose(place)}
            >
              {placeName(store, place)}
            </button>
          </li>
        )}
      </For>
    </ul>
  );
}

function ShareTo(props: { onChoose: (place: Place) => void }) {
  const { store } = useParley();
  const [target, setTarget] = createSignal<Place>(toNobody);
  return (
    <div class="shared-to">
      <Recipients
        prefix="share"
        target={target()}
        isHere={false}
        onChange={setTarget}
        onType={setTarget}
        onDone={() => isAddressed(store, target()) && props.onChoose(target())}
      />
      <button
        type="button"
        class="button is-primary"
        disabled={!isAddressed(store, target())}
        onClick={() => props.onChoose(target())}
      >
        {ui('continue')}
      </button>
    </div>
  );
}
