import type { Place } from '@parley/client';
import type { IconNode } from 'lucide';
import { For, type JSX, Show } from 'solid-js';
import { isAddressed } from '../compose/recipients/topic-rule.ts';
import { directionOf } from '../i18n/direction.ts';
import { channelHref, channelName, placeHref, placeName } from '../model/names.ts';
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
  /** The conversation to which the message goes, or the channel whose topic has yet to be chosen. */
  const goal = () => {
    const { place } = props;
    if (!place) return undefined;
    if (isAddressed(store, place)) return { name: placeName(store, place), href: placeHref(store, place) };
    if (place.kind === 'direct') return undefined;
    const { channelId } = place;
    return { name: `#${channelName(store, channelId)}`, href: channelHref(store, channelId) };
  };
  return (
    <li class="card">
      <div class="card-head">
        <Show when={goal()} fallback={<span class="card-place muted">{u('withoutPlace')}</span>}>
          {(present) => (
            <a dir={directionOf(present().name)} class="card-place" href={present().href}>
              {present().name}
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
