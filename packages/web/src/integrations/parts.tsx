/** Parts that the views of integrations share. */
import { type JSX, onMount, Show } from 'solid-js';
import { valueInWords } from '../forms/group-words.ts';
import { WayBack } from '../forms/page-above.tsx';
import { directionOf } from '../i18n/direction.ts';
import { contrastOf, parseHex } from '../lib/color.ts';
import { useParley } from '../model/parley.tsx';
import { useDerived } from '../model/reactive.ts';
import { useField, useHasPermission, useIsAdministrator } from '../model/self.ts';
import { BackLink } from '../ui/back-link.tsx';
import { n } from './texts.ts';

const white = { lightness: 1, chroma: 0, hue: 0 };
/** Letters of this contrast and more are white, because most tools write their names like that. */
const leastContrast = 3.5;

/** Returns the color of letters on the color of a tool. */
function lettersOn(color: string): string {
  const surface = parseHex(color);
  return surface && contrastOf(white, surface) < leastContrast ? '#16161a' : '#ffffff';
}

/** Shows the letters of a tool on its color. Assistive technology reads the title beside it. */
export function ToolIcon(props: { icon: { readonly text: string; readonly color: string } }) {
  return (
    <span
      class="integration-icon is-tool"
      aria-hidden="true"
      style={{ '--tool': props.icon.color, '--on-tool': lettersOn(props.icon.color) }}
    >
      {props.icon.text}
    </span>
  );
}

/** Renders the head of a view below the catalogue: the way back, and a heading that gets the focus of the link that was pressed. */
export function SubHead(props: { back: string; backTo: string; title: string; icon?: JSX.Element }) {
  let heading!: HTMLHeadingElement;
  onMount(() =>
    queueMicrotask(() => {
      if (document.activeElement === document.body) heading.focus();
    }),
  );
  return (
    <header class="sub-head">
      <WayBack href={props.back} label={props.backTo}>
        <BackLink href={props.back} label={props.backTo} />
      </WayBack>
      {props.icon}
      <h3 tabindex="-1" ref={heading} dir={directionOf(props.title)}>
        {props.title}
      </h3>
    </header>
  );
}

/** Who may create bots that only send (incoming webhooks), and those that also read (outgoing webhooks). */
export function useBotRights() {
  const generic = useHasPermission(useField('realm_can_create_bots_group'));
  const sending = useHasPermission(useField('realm_can_create_write_only_bots_group'));
  return { incoming: () => generic() || sending(), outgoing: generic };
}

/** Says that the person may not add integrations, and who may. */
export function MissingRight(props: { kind: 'incoming' | 'outgoing' }) {
  const { store } = useParley();
  const isAdministrator = useIsAdministrator();
  const field =
    props.kind === 'outgoing' ? 'realm_can_create_bots_group' : 'realm_can_create_write_only_bots_group';
  const value = useField(field);
  const who = useDerived([store.groups.groups], () => {
    const present = value();
    return present === undefined ? '' : valueInWords(store, present);
  });
  return (
    <p class="notice" role="note">
      <span>{n(props.kind === 'outgoing' ? 'mayNotOutgoing' : 'mayNotIncoming', { who: who() })}</span>
      <Show when={isAdministrator()}>
        <a href="#organization/permissions">{n('openPermissions')}</a>
      </Show>
    </p>
  );
}
