import { isWebAddress } from '@parley/rules/links';
import { Ellipsis } from 'lucide';
import { Show } from 'solid-js';
import { directionOf } from '../../i18n/direction.ts';
import { Icon } from '../../ui/icon.tsx';
import { Menu } from '../../ui/menu.tsx';
import type { ControlOf } from '../block-parts/shapes.ts';
import { plainOf } from '../block-parts/text.tsx';
import { k } from '../texts.ts';
import { initialValues } from './controls.ts';

/** Returns a web address that may be opened; undefined for anything else. */
const webAddress = (url: string | undefined): string | undefined =>
  url !== undefined && isWebAddress(url) ? url : undefined;

/** Shows a button of a message. With an address, it is a link, whose press the app gets, too. */
export function ButtonControl(props: {
  control: ControlOf<'button'>;
  isPressing: boolean;
  onPress: (values: readonly string[]) => void;
}) {
  const press = () => props.onPress(initialValues(props.control));
  const shared = () => ({
    class: 'button',
    classList: {
      'is-primary': props.control.style === 'primary',
      'is-danger': props.control.style === 'danger',
      'is-pressing': props.isPressing,
    },
    'aria-label': props.control.accessibility_label,
    // Not disabled: a disabled button would lose the focus.
    'aria-busy': props.isPressing,
    dir: directionOf(props.control.text.text),
  });
  return (
    <Show
      when={webAddress(props.control.url)}
      fallback={
        <button type="button" {...shared()} onClick={press}>
          {props.control.text.text}
        </button>
      }
    >
      {(url) => (
        <a {...shared()} href={url()} target="_blank" rel="noopener noreferrer" onClick={press}>
          {props.control.text.text}
        </a>
      )}
    </Show>
  );
}

/** Shows a menu of further actions. */
export function OverflowControl(props: {
  control: ControlOf<'overflow'>;
  label: string;
  onPress: (values: readonly string[]) => void;
}) {
  const entries = () =>
    props.control.options.map((option) => ({
      label: plainOf(option.text),
      run: () => {
        const url = webAddress(option.url);
        if (url !== undefined) window.open(url, '_blank', 'noopener,noreferrer');
        props.onPress([option.value]);
      },
    }));
  return (
    <Menu label={props.label === '' ? k('more') : k('moreOf', { what: props.label })} entries={entries}>
      <Icon of={Ellipsis} />
    </Menu>
  );
}
