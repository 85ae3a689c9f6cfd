import type { ChannelId } from '@parley/client';
import { createResource, Show } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { countMessages } from '../../model/loading/count-messages.ts';
import { channelHref, topicName } from '../../model/names.ts';
import { useParley } from '../../model/parley.tsx';
import { narrowOf } from '../../router/router.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { ms } from '../texts.ts';

/** Asks for confirmation before a topic is deleted, and shows the number of its messages. */
export default function DeleteTopicDialog(props: {
  channelId: ChannelId;
  topic: string;
  onClose: () => void;
}) {
  const parley = useParley();
  const { client, store } = parley;
  const place = () => ({ kind: 'topic', channelId: props.channelId, topic: props.topic }) as const;
  // Counts again when the topic is renamed meanwhile.
  const [counted] = createResource(place, (present) =>
    countMessages(client, narrowOf(present)).catch(() => undefined),
  );
  const remove = async () => {
    const { channelId, topic } = place();
    // Each request deletes as many messages as its time limit permits, so it is repeated until the topic is gone.
    for (let isComplete = false; !isComplete; ) {
      const { complete } = await client.call('delete-topic', {
        stream_id: channelId,
        topic_name: topic,
      });
      isComplete = complete;
    }
    parley.router.go(channelHref(store, channelId));
  };
  return (
    <FormDialog
      title={ms('deleteTopicTitle', { topic: topicName(store, props.topic) })}
      button={t('deleteTopic')}
      isDangerous
      act={remove}
      failure={ms('topicNotDeleted')}
      onClose={props.onClose}
    >
      <p role="status">
        <Show when={counted()}>
          {(found) => (
            <>{ms(found().isAll ? 'deleteTopicCount' : 'deleteTopicMany', { count: found().count })}</>
          )}
        </Show>
      </p>
      <p>{ms('deleteTopicMore')}</p>
    </FormDialog>
  );
}
