import type { Message } from '@parley/client';
import { createMemo, type ParentProps, Show } from 'solid-js';
import { PictureOfBlock } from '../block-parts/text.tsx';
import { createBlockActions } from '../controls/block-actions.ts';
import { Blocks } from './blocks.tsx';
import { blocksOf, type MessageIcon } from './message-blocks.ts';

/**
 * Shows the blocks of a message in place of its text, the child, which says the same to clients that know no blocks. Beside them stands the icon that
 * the program has chosen; the head of the message names the bot as its sender in any case.
 */
export default function MessageBlocksView(props: ParentProps<{ message: Message }>) {
  const found = createMemo(() => blocksOf(props.message));
  const blocks = () => found()?.blocks ?? [];
  const actions = createBlockActions(() => ({ message_id: props.message.id }), blocks);
  const body = () => (
    <Show when={blocks().length > 0} fallback={props.children}>
      <Blocks blocks={blocks()} actions={actions} />
    </Show>
  );
  return (
    <Show when={found()?.icon} fallback={body()}>
      {(icon) => (
        <div class="beside-icon">
          <IconOfProgram icon={icon()} />
          <div>{body()}</div>
        </div>
      )}
    </Show>
  );
}

function IconOfProgram(props: { icon: MessageIcon }) {
  return (
    <Show
      when={props.icon.image_url}
      fallback={
        <span class="program-icon" aria-hidden="true">
          {props.icon.text}
        </span>
      }
    >
      {(url) => <PictureOfBlock url={url()} alt="" class="program-icon" />}
    </Show>
  );
}
