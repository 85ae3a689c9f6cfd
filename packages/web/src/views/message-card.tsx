import type { Place } from '@parley/client';
import type { IconNode } from 'lucide';
import { For, type JSX, Show } from 'solid-js';
import { directionOf } from '../i18n/direction.ts';
import { placeHref, placeName } from '../model/names.ts';
import { useParley } from '../model/parley.tsx';
import { Icon } from '../ui/icon.tsx';
import { u } from './unsent-texts.ts';

export type CardAction = { readonly icon: IconNode; readonly label: string; readonly run: () => void };

/** Shows a message that has not been sent: a draft, a scheduled message, or a message that could not be sent. */
export function MessageCard(props: {
  place: Place | undefined;
  /** Time of writing, or time of delivery for a scheduled message. */
  time: string;
  actions: readonly CardAction[];
  children: JSX.Element;
}) {
  const { store } = useParley();
  return (
    <li class="card">
      <div class="card-head">
        <Show when={props.place} fallback={<span class="card-place muted">{u('withoutPlace')}</span>}>
          {(place) => (
            <a
              dir={directionOf(placeName(store, place()))}
              class="card-place"
              href={placeHref(store, place())}
            >
              {placeName(store, place())}
            </a>
          )}
        </Show>
        <span class="muted">{props.time}</span>
      </div>
      <div class="card-body">
        <div class="card-content">{props.children}</div>
        <For each={props.actions}>
          {(action) => (
            <button
              type="button"
              class="icon-button"
              aria-label={action.label}
              title={action.label}
              onClick={() => action.run()}
            >
              <Icon of={action.icon} />
            </button>
          )}
        </For>
      </div>
    </li>
  );
}
