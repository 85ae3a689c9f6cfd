import { createMemo, createRenderEffect, untrack } from 'solid-js';
import { sanitize } from '../html/sanitize.ts';
import { setDirections } from '../i18n/direction.ts';
import { useParley } from '../model/parley.tsx';
import { useField } from '../model/self.ts';
import { enhance } from './enhance.ts';

/** Shows rendered HTML of the server, sanitized and enhanced. */
export function Rendered(props: {
  html: string;
  class?: string;
  /** Changes the content before it is shown. */
  change?: (content: DocumentFragment) => void;
}) {
  const parley = useParley();
  const { store } = parley;
  let place!: HTMLDivElement;
  // Only code blocks depend on the setting of playgrounds (sites that run code). Other messages do not subscribe to it.
  const playgrounds = untrack(() => props.html.includes('data-code-language'))
    ? useField('realm_playgrounds')
    : undefined;
  const show = (html: string) => {
    const content = sanitize(html);
    untrack(() => props.change)?.(content);
    place.dir = setDirections(content);
    // Most messages contain only simple formatting, which needs no enhancement.
    if (!/<(?!\/|p>|br>|em>|strong>)/.test(html)) {
      place.replaceChildren(content);
      return;
    }
    const selfId = store.people.selfId;
    enhance(content, {
      parley,
      selfId,
      isInGroup: (groupId) => store.groups.includes(groupId, selfId),
      playgrounds: playgrounds?.() ?? store.fields.get('realm_playgrounds'),
    });
    place.replaceChildren(content);
  };
  return (
    <div
      class={`content ${props.class ?? ''}`}
      ref={(element) => {
        place = element;
        // Changes of flags and reactions also update the message. The memo lets only changed HTML replace the content.
        const html = createMemo(() => props.html);
        createRenderEffect(() => show(html()));
      }}
    />
  );
}
