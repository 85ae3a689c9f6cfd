/**
 * Texts of messages that the person is editing. They outlive the rows of the messages, which leave the document when the
 * reader scrolls away or opens another conversation.
 */
import type { Place } from '@parley/client';
import { type Accessor, createSelector, createSignal } from 'solid-js';

export type Edit = {
  readonly place: Place;
  /** The text with which the edit began; undefined until it is read. */
  original: string | undefined;
  /** The text as the person has changed it; undefined until it is read. */
  readonly text: Accessor<string | undefined>;
  setText(text: string): void;
};

export type Edits = {
  /** Whether a message is being edited. A row is updated only when this changes for its message. */
  isEdited(messageId: number): boolean;
  of(messageId: number): Edit | undefined;
  /** Begins to edit a message, unless it is being edited. */
  begin(messageId: number, place: Place): void;
  end(messageId: number): void;
};

/** Creates the edits of a session. Call it inside a component. */
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
      edits.set(id, { place, original: undefined, text, setText });
      changed();
    },
    end(id) {
      if (edits.delete(id)) changed();
    },
  };
}
