import type { AnswerOf, ChannelId } from '@parley/client';
import { createSignal, Show } from 'solid-js';
import { useParley } from '../model/parley.tsx';
import { f } from './texts.ts';

/** Shows how many messages, and how many with files, a retention time would delete immediately: in a channel, or everywhere. */
export function RetentionEffect(props: { days: number; channelId?: ChannelId }) {
  const { client } = useParley();
  // A signal instead of a resource: Suspense would hide the page and the dialog while a resource loads.
  const [effect, setEffect] = createSignal<AnswerOf<'get-retention-effect'>>();
  const [isFailed, setFailed] = createSignal(false);
  client
    .call('get-retention-effect', {
      message_retention_days: props.days,
      ...(props.channelId !== undefined && { stream_id: props.channelId }),
    })
    .then(setEffect, () => setFailed(true));
  const inWords = ({
    messages,
    messages_with_files: files,
    is_complete: isComplete,
  }: AnswerOf<'get-retention-effect'>) => {
    if (messages === 0) return f('retentionNothing');
    const what = f(isComplete ? 'retentionCount' : 'retentionMany', { count: messages });
    return files === 0 ? what : `${what} ${f('retentionFiles', { count: files })}`;
  };
  return (
    <p role="status">
      <Show when={effect()} fallback={f(isFailed() ? 'retentionUnknown' : 'retentionCounting')}>
        {(found) => <strong>{inWords(found())}</strong>}
      </Show>
    </p>
  );
}
