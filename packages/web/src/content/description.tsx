import { createRenderEffect } from 'solid-js';
import { sanitize } from '../html/sanitize.ts';
import { textOf } from '../html/text-of.ts';
import { setDirections } from '../i18n/direction.ts';

/** Shows the description of a channel, as the server rendered it. */
export function Description(props: { html: string; class?: string }) {
  return (
    <div
      class={props.class ?? 'muted'}
      title={textOf(props.html)}
      ref={(element) =>
        createRenderEffect(() => {
          const content = sanitize(props.html);
          element.dir = setDirections(content);
          element.replaceChildren(content);
        })
      }
    />
  );
}
