import { type JSX, Show } from 'solid-js';
import { directionOf } from '../i18n/direction.ts';
import { BackButton } from './back-button.tsx';

/** Renders the title of a view. `isHome` says that nothing lies before it. */
export function ViewHead(props: { title: string; isHome?: boolean; children?: JSX.Element }) {
  return (
    <header class="view-head">
      <Show when={!props.isHome}>
        <BackButton />
      </Show>
      <h1>{props.title}</h1>
      {props.children}
    </header>
  );
}

/** Renders a field beside the title of a view that filters the view's list. */
export function HeadFilter(props: { label: string; value: string; onChange: (text: string) => void }) {
  return (
    <input
      class="input head-filter"
      aria-label={props.label}
      placeholder={props.label}
      dir={directionOf(props.value)}
      value={props.value}
      on:input={(event) => props.onChange(event.currentTarget.value)}
    />
  );
}
