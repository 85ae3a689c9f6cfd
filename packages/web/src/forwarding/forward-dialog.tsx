import { type Message, type Place, placeOf } from '@parley/client';
import { quotation } from '@parley/markdown/reference-text';
import { createSignal } from 'solid-js';
import { Recipients } from '../compose/recipients/recipients.tsx';
import { isAddressed } from '../compose/recipients/topic-rule.ts';
import { refusalOf } from '../compose/refusal.ts';
import { toNobody } from '../compose/session.ts';
import { excessOf, messageLengthLimit } from '../compose/text-facts.ts';
import { Rendered } from '../content/rendered.tsx';
import { directionOf } from '../i18n/direction.ts';
import { t } from '../i18n/index.ts';
import { FormError } from '../model/failures.ts';
import { placeHref, placeName, userName } from '../model/names.ts';
import { type Parley, useParley } from '../model/parley.tsx';
import { lastingMentionOf } from '../model/people/references.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { fo, forwardingTexts } from './texts.ts';

await forwardingTexts.load();

type ForwardProps = {
  message: Message;
  /** Returns the Markdown of the message. */
  source: () => Promise<string>;
  onClose: () => void;
};

/** Creates where a message goes, and with which comment. Call it inside a component. */
function createForwarding(props: ForwardProps) {
  const parley = useParley();
  const { store, connection } = parley;
  const [target, setTarget] = createSignal<Place>(toNobody);
  const [comment, setComment] = createSignal('');
  const act = async () => {
    const place = target();
    const refusal = refusalOf(store, place);
    if (refusal !== undefined) throw new FormError(refusal);
    const content = forwarded(parley, props.message, comment(), await props.source());
    const excess = excessOf(content, messageLengthLimit(store));
    if (excess > 0) throw new FormError(t('tooLong', { count: excess }));
    connection.send(place, content);
    parley.toasts.show(fo('forwardedTo', { place: placeName(store, place) }));
  };
  return { target, setTarget, comment, setComment, act };
}

/** Sends a message on to another conversation, with a comment and a link back to where it stands. */
export default function ForwardDialog(props: ForwardProps) {
  const { store } = useParley();
  const { target, setTarget, comment, setComment, act } = createForwarding(props);
  let field: HTMLTextAreaElement | undefined;
  const changeTarget = (place: Place) => {
    setTarget(place);
    queueMicrotask(() => focusNext(place, field));
  };
  return (
    <FormDialog
      title={fo('forwardMessage')}
      button={t('forward')}
      isDisabled={!isAddressed(store, target())}
      failure={fo('notForwarded')}
      act={act}
      onClose={props.onClose}
    >
      <div class="forward-to">
        <Recipients
          prefix="forward"
          target={target()}
          isHere={false}
          onChange={changeTarget}
          onType={setTarget}
          onDone={() => field?.focus()}
        />
      </div>
      <CommentField
        value={comment()}
        onChange={setComment}
        ref={(element) => {
          field = element;
        }}
      />
      <Quoted message={props.message} />
    </FormDialog>
  );
}

/** Focuses the topic if it has no name yet, or else the comment. */
function focusNext(place: Place, comment: HTMLElement | undefined): void {
  const isTopicMissing = place.kind === 'topic' && place.topic === '';
  const isNobody = place.kind === 'direct' && place.userIds.length === 0;
  const next = isTopicMissing ? '#forward-topic' : isNobody ? '#forward-to' : undefined;
  ((next === undefined ? null : document.querySelector<HTMLElement>(next)) ?? comment)?.focus();
}

/** Returns the Markdown of a forwarded message: the comment, who said it with a link, and the message as a quotation. */
function forwarded({ store }: Parley, message: Message, comment: string, source: string): string {
  const place = placeOf(message, store.people.selfId);
  const link = `${location.origin}/${placeHref(store, place, message.id)}`;
  const head = t('said', { person: lastingMentionOf(store, message.sender_id), link });
  const quoted = `${head}\n${quotation(source)}`;
  return comment.trim() === '' ? quoted : `${comment.trim()}\n\n${quoted}`;
}

function Quoted(props: { message: Message }) {
  const { store } = useParley();
  return (
    <blockquote class="forwarded">
      <p class="muted" dir={directionOf(userName(store, props.message.sender_id))}>
        {userName(store, props.message.sender_id)}
      </p>
      <Rendered html={props.message.content} />
    </blockquote>
  );
}

function CommentField(props: {
  value: string;
  onChange: (comment: string) => void;
  ref: (field: HTMLTextAreaElement) => void;
}) {
  return (
    <label class="field">
      <span class="label">{fo('comment')}</span>
      <textarea
        class="input"
        ref={props.ref}
        rows="3"
        dir={directionOf(props.value)}
        value={props.value}
        on:input={(event) => props.onChange(event.currentTarget.value)}
      />
    </label>
  );
}
