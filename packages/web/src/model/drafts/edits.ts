/** Edits that the person has begun. Rows leave the document when the reader scrolls away, so edits are kept apart. */
import type { MessageId, Place } from '@parley/client';
import { type Accessor, createSelector, createSignal } from 'solid-js';

export type Edit = {
  place: Place;
  /** The stored text on which the edit is based; undefined while it is being loaded. */
  original: string | undefined;
  /** The text with the person's changes; undefined while the original is being loaded. */
  readonly text: Accessor<string | undefined>;
  setText(text: string): void;
  /** The field in which the text is edited. A row may be rendered in another list before it leaves the former one. */
  field: HTMLTextAreaElement | undefined;
  /** Selected part of the field if it has the focus, or had it when its row left the document; undefined otherwise. */
  selected: readonly [number, number] | undefined;
  /** Gives the keys that were pressed while the form was in no document to the form. */
  release: (() => void) | undefined;
};

export type Edits = {
  /** Returns whether a message is being edited. A reactive caller is updated only when the answer changes for its message. */
  isEdited(messageId: MessageId): boolean;
  of(messageId: MessageId): Edit | undefined;
  /** Begins to edit a message. Does nothing if it is already being edited. */
  begin(messageId: MessageId, place: Place): void;
  end(messageId: MessageId): void;
};

/** Creates the collection of edits of a session. Call it inside a component. */
export function createEdits(): Edits {
  const [ids, setIds] = createSignal<ReadonlySet<number>>(new Set());
  const edits = new Map<number, Edit>();
  const isEdited = createSelector(ids, (id: number, present) => present.has(id));
  const changed = () => setIds(new Set(edits.keys()));
  return {
    isEdited,
    of: (id) => edits.get(id),
    begin(id, place) {
      if (edits.has(id)) return;
      const [text, setText] = createSignal<string>();
      edits.set(id, {
        place,
        original: undefined,
        text,
        setText,
        field: undefined,
        selected: undefined,
        release: undefined,
      });
      changed();
    },
    end(id) {
      if (edits.delete(id)) changed();
    },
  };
}
