import type { Message } from '@parley/client';
import { createMemo } from 'solid-js';
import { createBlockActions } from '../controls/actions.ts';
import { Blocks } from './blocks.tsx';
import { blocksOf } from './message-blocks.ts';

/** Shows the blocks of a message in place of its text, which says the same to clients that know no blocks. */
export default function MessageBlocksView(props: { message: Message }) {
  const blocks = createMemo(() => blocksOf(props.message)?.blocks ?? []);
  const actions = createBlockActions(() => ({ message_id: props.message.id }), blocks);
  return <Blocks blocks={blocks()} actions={actions} />;
}
