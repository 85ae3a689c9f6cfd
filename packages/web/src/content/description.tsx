import { createRenderEffect } from 'solid-js';
import { sanitize } from './sanitize.ts';

/** Shows the description of a channel, as the server rendered it. */
export function Description(props: { html: string; class?: string }) {
  return (
    <div
      class={props.class ?? 'muted'}
      dir="auto"
      title={textOfHtml(props.html)}
      ref={(element) => createRenderEffect(() => element.replaceChildren(sanitize(props.html)))}
    />
  );
}

/** Returns the text of rendered HTML on one line, without links and emphasis. */
export const textOfHtml = (html: string): string =>
  (sanitize(html).textContent ?? '').replaceAll(/\s+/g, ' ').trim();
