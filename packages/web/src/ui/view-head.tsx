import type { JSX } from 'solid-js';
import { directionOf } from '../i18n/direction.ts';

export function ViewHead(props: { title: string; children?: JSX.Element }) {
  return (
    <header class="view-head">
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
