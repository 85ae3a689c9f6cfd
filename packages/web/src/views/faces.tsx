import { For, Show } from 'solid-js';
import { listOf } from '../i18n/format.ts';
import { userName } from '../model/names.ts';
import { useParley } from '../model/parley.tsx';
import { Avatar } from '../ui/avatar.tsx';

const maxFaces = 4;
const maxNames = 12;

/** Renders the faces of those who wrote recently. Their names are the description. */
export function Faces(props: { senders: readonly number[] }) {
  const { store } = useParley();
  /** The face of a single person stands at the beginning of the row already. */
  const shown = () => (props.senders.length > 1 ? props.senders.slice(0, maxFaces) : []);
  return (
    <span class="faces" title={listOf(props.senders.slice(0, maxNames).map((id) => userName(store, id)))}>
      <For each={shown()}>{(id) => <Avatar userId={id} size="small" />}</For>
      <Show when={props.senders.length > maxFaces}>
        <span class="faces-more" aria-hidden="true">
          +{props.senders.length - maxFaces}
        </span>
      </Show>
    </span>
  );
}
