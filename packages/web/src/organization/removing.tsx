/** Shared dialog, menu entries and button for removing and changing entries of lists. */
import { Pencil, Trash2 } from 'lucide';
import { createSignal, type JSX, Show } from 'solid-js';
import { f } from '../forms/texts.ts';
import { t } from '../i18n/index.ts';
import { useIsAdministrator } from '../model/self.ts';
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
const editAndRemove = (edit: () => void, remove: () => void): readonly MenuEntry[] => [
  { label: t('edit'), icon: Pencil, run: edit },
  { label: o('remove'), icon: Trash2, isDangerous: true, run: remove },
];

/** Creates which entry of a list is edited, added, or about to be removed. Render `Dialogs` below the list. */
export function createEditing<T extends object>() {
  const [edited, setEdited] = createSignal<T | 'new'>();
  const [asked, setAsked] = createSignal<T>();
  const close = () => {
    setEdited(undefined);
    setAsked(undefined);
  };
  const askToRemove = (entry: T) => void setAsked(() => entry);
  return {
    add: () => void setEdited('new'),
    askToRemove,
    actions: (entry: T) =>
      editAndRemove(
        () => setEdited(() => entry),
        () => askToRemove(entry),
      ),
    Dialogs: (props: {
      /** Renders the dialog that edits an entry, or adds one. */
      edit: (entry: T | undefined, close: () => void) => JSX.Element;
      remove: (entry: T, close: () => void) => JSX.Element;
    }) => (
      <>
        <Show when={edited()} keyed>
          {(entry) => props.edit(entry === 'new' ? undefined : entry, close)}
        </Show>
        <Show when={asked()} keyed>
          {(entry) => props.remove(entry, close)}
        </Show>
      </>
    ),
  };
}

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

/** Renders the button above a list that adds an entry. Only administrators have it. */
export function AddEntry(props: { label: string; onPress: () => void }) {
  const isAdministrator = useIsAdministrator();
  return (
    <Show when={isAdministrator()} fallback={<p class="muted">{o('onlyAdministrators')}</p>}>
      <div class="form-actions">
        <button type="button" class="button is-primary" onClick={() => props.onPress()}>
          {props.label}
        </button>
      </div>
    </Show>
  );
}
