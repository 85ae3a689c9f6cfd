/** The blocks of a message, which its submessages contain. */
import type { Message } from '@parley/client';
import type { Block } from './shapes.ts';

export type MessageBlocks = { readonly appId: number | null; readonly blocks: readonly Block[] };

const known = new WeakMap<Message['submessages'], MessageBlocks | undefined>();

/** Returns the blocks of a message: those of the newest submessage with blocks; undefined for a message without. */
export function blocksOf({ submessages }: Pick<Message, 'submessages'>): MessageBlocks | undefined {
  if (submessages.length === 0) return undefined;
  if (!known.has(submessages)) known.set(submessages, read(submessages));
  return known.get(submessages);
}

function read(submessages: Message['submessages']): MessageBlocks | undefined {
  const newest = submessages
    .filter(({ msg_type: type }) => type === 'blocks')
    .reduce<(typeof submessages)[number] | undefined>(
      (best, each) => (best === undefined || each.id > best.id ? each : best),
      undefined,
    );
  if (!newest) return undefined;
  try {
    const { app_id: appId, blocks } = JSON.parse(newest.content) as {
      app_id: number | null;
      blocks: Block[];
    };
    // An app takes its blocks away with an empty list. The text of the message then stands alone.
    return Array.isArray(blocks) && blocks.length > 0 ? { appId, blocks } : undefined;
  } catch {
    return undefined;
  }
}
