import { createSignal, Show } from 'solid-js';
import { Rendered } from '../../content/rendered.tsx';
import { textOf } from '../../html/text-of.ts';
import { directionOf } from '../../i18n/direction.ts';
import { ownPicture } from '../../model/people/pictures.ts';
import type { BlockText } from './shapes.ts';

/** Returns a text of a block without its form. */
export const plainOf = (text: BlockText | undefined): string =>
  text === undefined ? '' : text.type === 'mrkdwn' ? textOf(text.html) : text.text;

/** Shows a text of a block: plain, or as the server has rendered it. */
export function TextOfBlock(props: { text: BlockText; class?: string }) {
  const html = () => (props.text.type === 'mrkdwn' ? props.text.html : undefined);
  return (
    <Show
      when={html()}
      fallback={
        <p class={props.class ?? 'block-plain'} dir={directionOf(props.text.text)}>
          {props.text.text}
        </p>
      }
    >
      {(present) => <Rendered html={present()} class={props.class ?? ''} />}
    </Show>
  );
}

/** Shows a picture of a block. Only those that come from this server are loaded; of others, and of those that are gone, the description is shown. */
export function PictureOfBlock(props: { url: string; alt: string; class: string }) {
  const [failed, setFailed] = createSignal<string>();
  const path = () => (failed() === props.url ? undefined : ownPicture(props.url));
  return (
    <Show when={path()} fallback={<span class="muted">{props.alt}</span>}>
      {(present) => (
        <img
          class={props.class}
          src={present()}
          alt={props.alt}
          loading="lazy"
          onError={() => setFailed(props.url)}
        />
      )}
    </Show>
  );
}
