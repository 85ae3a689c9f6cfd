import { type Place, placeKey } from '@parley/client';
import { Eye, X } from 'lucide';
import { createMemo, For, Show } from 'solid-js';
import { Rendered } from '../../content/rendered.tsx';
import { directionOf } from '../../i18n/direction.ts';
import { timeOf } from '../../i18n/format.ts';
import { useParley } from '../../model/parley.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { Ephemeral } from '../app-events.ts';
import { Blocks } from '../blocks/blocks.tsx';
import { createBlockActions } from '../controls/block-actions.ts';
import { appState, dismissEphemeral } from '../follow.ts';
import { k } from '../texts.ts';
import { placeOfEphemeral } from './ephemeral-place.ts';

/** Shows the messages of apps that only this person sees, in their conversation. */
export default function EphemeralMessages(props: { place: Place }) {
  const parley = useParley();
  const { store } = parley;
  const shown = createMemo(() => {
    const key = placeKey(props.place);
    return appState(parley).messages.filter(
      (each) => placeKey(placeOfEphemeral(each, store.people.selfId)) === key,
    );
  });
  const ids = () => shown().map(({ id }) => id);
  return (
    <div class="ephemeral-list" role="log" aria-label={k('onlyYouList')}>
      <For each={ids()}>
        {(id) => (
          <Show when={shown().find((each) => each.id === id)}>
            {(message) => <EphemeralMessage message={message()} />}
          </Show>
        )}
      </For>
    </div>
  );
}

function EphemeralMessage(props: { message: Ephemeral }) {
  const parley = useParley();
  const actions = createBlockActions(
    () => ({ ephemeral_id: props.message.id }),
    () => props.message.blocks,
  );
  const name = () => props.message.sender_full_name;
  return (
    <article class="ephemeral" aria-label={k('onlyYouFrom', { name: name() })}>
      <Avatar userId={props.message.sender_id} size="small" />
      <div class="ephemeral-body">
        <p class="muted ephemeral-head">
          <strong dir={directionOf(name())}>{name()}</strong>
          <span>{timeOf(props.message.timestamp)}</span>
          <span>
            <Icon of={Eye} /> {k('onlyYou')}
          </span>
        </p>
        <Show
          when={props.message.blocks.length > 0}
          fallback={<Rendered html={props.message.rendered_content} />}
        >
          <Blocks blocks={props.message.blocks} actions={actions} />
        </Show>
      </div>
      <button
        type="button"
        class="icon-button"
        aria-label={k('dismiss')}
        title={k('dismiss')}
        onClick={() => dismissEphemeral(parley, props.message.id)}
      >
        <Icon of={X} />
      </button>
    </article>
  );
}
