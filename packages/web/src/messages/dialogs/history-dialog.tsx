import type { AnswerOf, Message } from '@parley/client';
import { createResource, createSignal, For, Show, Suspense } from 'solid-js';
import { markChanges } from '../../content/changes.ts';
import { Rendered } from '../../content/rendered.tsx';
import { sanitize } from '../../html/sanitize.ts';
import { shortDateTimeOf } from '../../i18n/format.ts';
import { t } from '../../i18n/index.ts';
import { channelName, topicName, userName } from '../../model/names.ts';
import { useParley } from '../../model/parley.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ms } from '../texts.ts';

type MessageVersion = AnswerOf<'get-message-history'>['message_history'][number];

type Step = { readonly version: MessageVersion; readonly former: MessageVersion | undefined };

/** Shows the earlier texts, topics and channels of a message, the newest first, with what each version changed. */
export default function HistoryDialog(props: { message: Message; onClose: () => void }) {
  const { client } = useParley();
  const [answer] = createResource(() =>
    client.call('get-message-history', { message_id: props.message.id, allow_empty_topic_name: true }),
  );
  const [isMarked, setMarked] = createSignal(true);
  const steps = (): Step[] => {
    const versions = answer()?.message_history ?? [];
    return versions.map((version, index) => ({ version, former: versions[index - 1] })).reverse();
  };
  return (
    <Dialog title={t('history')} isWide onClose={props.onClose}>
      <Suspense fallback={<div class="skeleton" />}>
        <Show when={!answer.error} fallback={<p>{ms('historyUnavailable')}</p>}>
          <Show when={steps().some(({ former }) => former !== undefined)}>
            <label class="check-field">
              <input
                type="checkbox"
                checked={isMarked()}
                onChange={(event) => setMarked(event.currentTarget.checked)}
              />
              {ms('markChanges')}
            </label>
          </Show>
          <ol class="history">
            <For each={steps()}>{(step) => <Version step={step} isMarked={isMarked()} />}</For>
          </ol>
        </Show>
      </Suspense>
    </Dialog>
  );
}

function Version(props: { step: Step; isMarked: boolean }) {
  const { store } = useParley();
  const { version, former } = props.step;
  const isEdited = former === undefined || former.rendered_content !== version.rendered_content;
  const [isHidden, setHidden] = createSignal(false);
  const mark = (content: DocumentFragment) => {
    if (!former || !isEdited) return;
    const { hasMarks } = markChanges(sanitize(former.rendered_content), content);
    // Later, because this runs while the version is rendered.
    queueMicrotask(() => setHidden(!hasMarks));
  };
  return (
    <li>
      <p class="muted">
        {ms('changedBy', {
          person: version.user_id === null ? t('unknownUser') : userName(store, version.user_id),
          time: shortDateTimeOf(version.timestamp),
        })}
        <Show when={!former}>{` · ${ms('firstVersion')}`}</Show>
      </p>
      <Moved version={version} />
      <Show when={isEdited}>
        <Show when={props.isMarked} fallback={<Rendered html={version.rendered_content} />}>
          <Rendered html={version.rendered_content} change={mark} />
          <Show when={isHidden()}>
            <p class="muted">{ms('onlyLayoutChanged')}</p>
          </Show>
        </Show>
      </Show>
    </li>
  );
}

function Moved({ version }: { version: Step['version'] }) {
  const { store } = useParley();
  return (
    <>
      <Show when={version.prev_topic !== undefined}>
        <p>
          {ms('movedFrom', {
            from: topicName(store, version.prev_topic ?? ''),
            to: topicName(store, version.topic),
          })}
        </p>
      </Show>
      <Show when={version.prev_stream !== undefined && version.stream !== undefined}>
        <p>
          {ms('movedFrom', {
            from: `#${channelName(store, version.prev_stream!)}`,
            to: `#${channelName(store, version.stream!)}`,
          })}
        </p>
      </Show>
    </>
  );
}
