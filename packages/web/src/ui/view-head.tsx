import type { JSX } from 'solid-js';

/** The title of a view and the actions on the view. */
export function ViewHead(props: { title: string; children?: JSX.Element }) {
  return (
    <header class="view-head">
      <h1>{props.title}</h1>
      {props.children}
    </header>
  );
}
