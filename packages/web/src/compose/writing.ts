/** The text of a message while it is written, in the compose box or in an edit: what buttons, suggestions and uploads act on. */
import type { Place } from '@parley/client';
import { type Accessor, createMemo, createSignal } from 'solid-js';
import { useParley } from '../model/parley.tsx';
import { useWatched } from '../model/reactive.ts';
import type { Completion } from '../ui/completion.tsx';
import { differenceOf } from './attaching/attached.ts';
import type { Upload, UploadQueue } from './attaching/upload-queue.ts';
import { applyFormat, type Format, insertQuietly, insertText, replaceQuietly } from './formatting/format.ts';
import { createPreview, type Preview } from './preview.ts';
import { createTextCompletion } from './suggestions/text-completion.ts';
import { areSameFacts, messageLengthLimit, type TextFacts, textFactsOf } from './text-facts.ts';

export type Writing = {
  readonly text: Accessor<string>;
  readonly facts: Accessor<TextFacts>;
  /** Where the message goes. */
  readonly place: Accessor<Place | undefined>;
  readonly uploads: Accessor<readonly Upload[]>;
  readonly isUploading: Accessor<boolean>;
  readonly preview: Preview;
  readonly completion: Completion;
  field(): HTMLTextAreaElement | undefined;
  setField(field: HTMLTextAreaElement): void;
  changed(): void;
  /** Takes over where the person has moved the cursor. */
  moved(): void;
  /** Inserts at the cursor, and gives the focus to the field. */
  insert(text: string): void;
  /** Inserts on a line of its own at the cursor, and leaves the focus where it is. A preview is rendered again. */
  insertQuietly(lines: string): void;
  format(format: Format): void;
  /** Replaces the whole text, and leaves the focus where it is. */
  rewrite(text: string): void;
  attach(files: Iterable<File>): void;
  readonly isRecording: Accessor<boolean>;
  /** Begins or ends a voice message. */
  record(isRecording: boolean): void;
};

/** Creates what a writing area shows. Call it inside a component. */
export function createWriting(options: {
  readonly text: Accessor<string>;
  readonly place: Accessor<Place | undefined>;
  readonly isOpen: Accessor<boolean>;
  readonly queue: UploadQueue;
  readonly hasCommands: boolean;
  /** Returns the people to suggest first. */
  nearby(): ReadonlySet<number>;
  onText(text: string): void;
}): Writing {
  const parley = useParley();
  const { text, place, isOpen, queue } = options;
  let field: HTMLTextAreaElement | undefined;
  const [cursor, setCursor] = createSignal(0);
  const [isRecording, setRecording] = createSignal(false);
  const facts = createMemo(() => textFactsOf(text(), messageLengthLimit(parley.store)), undefined, {
    equals: areSameFacts,
  });
  const queued = useWatched(
    (listener) => queue.watch(listener),
    () => queue.get(),
  );
  const uploads = createMemo(() => {
    queued();
    return queue.of(place());
  });
  const preview = createPreview(parley, { text, isOpen, field: () => field });
  const completion = createTextCompletion({
    text,
    cursor,
    field: () => field,
    place,
    nearby: options.nearby,
    hasCommands: options.hasCommands,
  });
  const moved = () => field && setCursor(field.selectionStart);
  return {
    text,
    facts,
    place,
    uploads,
    isUploading: () => uploads().some(({ failure }) => failure === undefined),
    preview,
    completion,
    field: () => field,
    setField: (element) => {
      field = element;
    },
    changed() {
      if (!field) return;
      options.onText(field.value);
      moved();
      fit(field);
    },
    moved,
    insert: (inserted) => field && insertText(field, inserted),
    insertQuietly: (inserted) => preview.renew(() => field && insertQuietly(field, inserted)),
    format: (format) => field && applyFormat(field, format),
    rewrite(after) {
      const { from, to, by } = differenceOf(text(), after);
      preview.renew(() => field && replaceQuietly(field, { from, to, by }));
    },
    attach: (files) => queue.add(files),
    isRecording,
    record: setRecording,
  };
}

/** Whether the browser itself adapts the height of the field to its text. */
export const growsItself = CSS.supports('field-sizing', 'content');

/** Adapts the height of a field to its text, in browsers without `field-sizing`. */
export function fit(field: HTMLTextAreaElement | undefined): void {
  if (!field || growsItself) return;
  field.style.blockSize = 'auto';
  field.style.blockSize = `${field.scrollHeight + 2}px`;
}
