import type { Place } from '@parley/client';
import type { IconNode } from 'lucide';
import { For, type JSX, Show } from 'solid-js';
import { directionOf } from '../i18n/direction.ts';
import { t } from '../i18n/index.ts';
import { placeHref, placeName } from '../model/names.ts';
import { useParley } from '../model/parley.tsx';
import { Icon } from '../ui/icon.tsx';

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
      <p class="muted">
        <Show when={props.place} fallback={t('withoutPlace')}>
          {(place) => (
            <a
              dir={directionOf(placeName(store, place()))}
              class="muted-link"
              href={placeHref(store, place())}
            >
              {placeName(store, place())}
            </a>
          )}
        </Show>{' '}
        · {props.time}
      </p>
      {props.children}
      <div class="form-actions">
        <For each={props.actions}>
          {(action) => (
            <button type="button" class="button" onClick={() => action.run()}>
              <Icon of={action.icon} />
              {action.label}
            </button>
          )}
        </For>
      </div>
    </li>
  );
}
