import { Show } from 'solid-js';

/** Says why something failed. Renders an empty region while nothing did. */
export function Failure(props: { text: string | undefined }) {
  return (
    <div role="alert">
      <Show when={props.text}>{(text) => <p class="notice is-error">{text()}</p>}</Show>
    </div>
  );
}
