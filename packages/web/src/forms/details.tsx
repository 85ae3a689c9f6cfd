import { createSignal, type JSX, Show } from 'solid-js';

/** Renders a part that opens and closes. Its content is made when it is opened for the first time. */
export function Details(props: { title: string; children: JSX.Element }) {
  const [wasOpened, setOpened] = createSignal(false);
  return (
    <details class="fold" onToggle={(event) => event.currentTarget.open && setOpened(true)}>
      <summary>{props.title}</summary>
      <Show when={wasOpened()}>
        <div class="fold-body">{props.children}</div>
      </Show>
    </details>
  );
}
