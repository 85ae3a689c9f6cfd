/** The blocks of a message, which its submessages contain. */
import type { Message } from '@parley/client';
import type { Block } from '../block-parts/shapes.ts';

export type MessageIcon = { readonly image_url?: string; readonly text?: string };
export type MessageBlocks = {
  readonly appId: number | null;
  readonly icon?: MessageIcon | undefined;
  readonly blocks: readonly Block[];
};

const known = new WeakMap<Message['submessages'], MessageBlocks | undefined>();

/** Returns the blocks and icon of a message: those of the newest submessage with blocks; undefined for a message with neither. */
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
    const { app_id: appId, icon, blocks } = JSON.parse(newest.content);
    // Without blocks, the text of the message stands alone, or beside an icon.
    return Array.isArray(blocks) && (icon || blocks.length > 0) ? { appId, icon, blocks } : undefined;
  } catch {
    return undefined;
  }
}
