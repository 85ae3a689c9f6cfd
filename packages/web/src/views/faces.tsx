import { For, Show } from 'solid-js';
import { listOf } from '../i18n/format.ts';
import { userName } from '../model/names.ts';
import { useParley } from '../model/parley.tsx';
import { Avatar } from '../ui/avatar.tsx';

const maxFaces = 4;
const maxNames = 12;

/**
 * Renders the faces of the others who wrote recently: not the reader's, nor that of the last sender, which begins the row. The names of
 * all are the description.
 */
export function Faces(props: { senders: readonly number[] }) {
  const { store } = useParley();
  const others = () => props.senders.slice(1).filter((id) => id !== store.people.selfId);
  const shown = () => others().slice(0, maxFaces);
  return (
    <span class="faces" title={listOf(props.senders.slice(0, maxNames).map((id) => userName(store, id)))}>
      <For each={shown()}>{(id) => <Avatar userId={id} size="small" />}</For>
      <Show when={others().length > maxFaces}>
        <span class="faces-more" aria-hidden="true">
          +{others().length - maxFaces}
        </span>
      </Show>
    </span>
  );
}
