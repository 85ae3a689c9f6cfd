/** Shared dialog, menu entries and button for removing and changing entries of lists. */
import { Pencil, Trash2 } from 'lucide';
import type { JSX } from 'solid-js';
import { f } from '../forms/texts.ts';
import { t } from '../i18n/index.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import type { MenuEntry } from '../ui/menu.tsx';
import { o } from './texts.ts';

/** Asks for confirmation before an entry is removed. `children` explain the effects with numbers. */
export function RemoveDialog(props: {
  name: string;
  act: () => Promise<unknown>;
  onClose: () => void;
  children: JSX.Element;
}) {
  return (
    <FormDialog
      title={o('removeAsk', { name: props.name })}
      button={o('remove')}
      isDangerous
      act={props.act}
      onClose={props.onClose}
    >
      {props.children}
    </FormDialog>
  );
}

/** Returns the usual menu entries of a list entry: editing and removing it. */
export const editAndRemove = (edit: () => void, remove: () => void): readonly MenuEntry[] => [
  { label: t('edit'), icon: Pencil, run: edit },
  { label: o('remove'), icon: Trash2, isDangerous: true, run: remove },
];

/**
 * Renders a button that removes an entry. `isDangerous` marks a removal that cannot be undone with one press of a button. Then
 * `onClick` should ask for confirmation.
 */
export function RemoveButton(props: {
  name: string;
  isDangerous?: boolean;
  /** Whether the arrow keys move the focus between the buttons of neighbouring entries. */
  isListItem?: boolean;
  onClick: () => void;
}) {
  return (
    <button
      type="button"
      class="button"
      classList={{ 'is-danger': props.isDangerous ?? false }}
      aria-label={f('remove', { name: props.name })}
      data-list-item={props.isListItem ? '' : undefined}
      onClick={() => props.onClick()}
    >
      {o('remove')}
    </button>
  );
}
