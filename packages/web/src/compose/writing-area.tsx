import { createEffect, createMemo, type JSX, on, Show, Suspense } from 'solid-js';
import { Rendered } from '../content/rendered.tsx';
import { directionOf } from '../i18n/direction.ts';
import { loadable } from '../lib/loadable.ts';
import { useParley } from '../model/parley.tsx';
import type { Upload } from './attaching/upload-queue.ts';
import { formatOfKey } from './formatting/format.ts';
import { formattingOf } from './formatting/format-state.ts';
import { takeData } from './pasting/paste.ts';
import { fit, growsItself, type Writing } from './writing.ts';

const LiveMarks = loadable(() => import('./formatting/live-marks.tsx'));
const UploadList = loadable(() => import('./attaching/upload-list.tsx'));
const AttachedCards = loadable(() => import('./attaching/attached-cards.tsx'));
const Recorder = loadable(() => import('../media/recorder.tsx'));

/**
 * Renders the field of a message with suggestions, preview, files and progress: the same for a new message and for an edit. `children` are
 * the buttons below.
 */
export function WritingArea(props: {
  writing: Writing;
  label: string;
  id?: string;
  placeholder?: string | undefined;
  minRows?: number;
  required?: boolean;
  fieldRef?: (field: HTMLTextAreaElement) => void;
  /** Handles a key that neither a suggestion nor a format uses. */
  onKeyDown: (event: KeyboardEvent) => void;
  /** Whether the message is sent as soon as all files are uploaded. */
  isSendPending?: boolean;
  onCancelUpload?: (upload: Upload) => void;
  children: JSX.Element;
}) {
  const { writing } = props;
  const { completion, preview } = writing;
  const parley = useParley();
  const attach = (files: Iterable<File>): void => writing.attach(files);
  const shorten = (of: HTMLTextAreaElement, address: string) => {
    // Most organizations have no linkifier, and most texts are no address.
    if ((parley.store.fields.get('realm_linkifiers') ?? []).length === 0 || !/^https?:\/\//.test(address))
      return;
    const { selectionStart: start, selectionEnd: end, value } = of;
    const before = { start, end, value };
    void import('./pasting/shorten-address.ts').then(({ shortenAddress }) =>
      shortenAddress(parley, of, address, before),
    );
  };
  const hasFiles = createMemo(() => writing.text().includes('](/user_uploads/'));
  const hasMentions = createMemo(() => /[@#]_?\*/.test(writing.text()));
  const hasLiveMarks = () => formattingOf(parley).isLive() || hasFiles() || hasMentions();
  const onKeyDown = (event: KeyboardEvent) => {
    if (completion.onKeyDown(event)) return;
    const format = event.ctrlKey || event.metaKey ? formatOfKey(event) : undefined;
    if (!format) return props.onKeyDown(event);
    event.preventDefault();
    writing.format(format);
  };
  if (!growsItself)
    createEffect(on(writing.text, () => requestAnimationFrame(() => fit(writing.field())), { defer: true }));
  return (
    <>
      <div class="compose-field completion-anchor is-above">
        <completion.List />
        <Show
          when={preview.html() === undefined}
          fallback={<Rendered class="preview" html={preview.html() ?? ''} />}
        >
          <Show when={hasLiveMarks()}>
            <Suspense>
              <LiveMarks
                text={writing.text()}
                hasMarks={formattingOf(parley).isLive()}
                field={writing.field}
              />
            </Suspense>
          </Show>
          <textarea
            ref={(element) => {
              writing.setField(element);
              props.fieldRef?.(element);
            }}
            id={props.id}
            rows={props.minRows ?? 1}
            required={props.required}
            dir={directionOf(writing.text())}
            aria-label={props.label}
            aria-autocomplete="list"
            aria-controls={completion.isOpen() ? completion.listId : undefined}
            aria-activedescendant={completion.activeId()}
            // Set only for an empty field: the browser would recompute the style of a hidden placeholder for each typed key.
            placeholder={writing.facts().isEmpty ? props.placeholder : undefined}
            value={writing.text()}
            on:input={() => writing.changed()}
            on:keydown={onKeyDown}
            on:keyup={() => writing.moved()}
            onClick={() => writing.moved()}
            onBlur={() => completion.close()}
            onPaste={(event) => takeData(event, writing.field(), { takeFiles: attach, shorten })}
          />
        </Show>
      </div>
      <Attachments
        writing={writing}
        hasFiles={hasFiles()}
        isSendPending={props.isSendPending ?? false}
        onCancelUpload={props.onCancelUpload}
      />
      {props.children}
    </>
  );
}

/** Renders the files of the text, the recorder while it is open, and the uploads. */
function Attachments(props: {
  writing: Writing;
  hasFiles: boolean;
  isSendPending: boolean;
  onCancelUpload: ((upload: Upload) => void) | undefined;
}) {
  const { writing } = props;
  return (
    <>
      <Show when={props.hasFiles}>
        <Suspense>
          <AttachedCards writing={writing} />
        </Suspense>
      </Show>
      <Show when={writing.isRecording()}>
        <Suspense>
          <Recorder
            onFile={(file) => writing.attach([file])}
            onClose={() => {
              writing.record(false);
              writing.field()?.focus();
            }}
          />
        </Suspense>
      </Show>
      <Show when={writing.uploads().length > 0}>
        <Suspense>
          <UploadList
            uploads={writing.uploads()}
            isSendPending={props.isSendPending}
            onCancel={(upload) => {
              props.onCancelUpload?.(upload);
              upload.cancel();
            }}
          />
        </Suspense>
      </Show>
    </>
  );
}
