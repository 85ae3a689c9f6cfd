import type { Message } from '@parley/client';
import { expect, it } from 'vitest';
import { blocksOf } from './message-blocks.ts';

const divider = { type: 'divider', block_id: 'd' };
const header = { type: 'header', block_id: 'h', text: { type: 'plain_text', text: 'x' } };
const submessage = (id: number, content: unknown, msg_type = 'blocks') => ({
  id,
  msg_type,
  content: typeof content === 'string' ? content : JSON.stringify(content),
  message_id: 1,
  sender_id: 2,
});
const read = (...submessages: object[]) =>
  blocksOf({ submessages } as unknown as Pick<Message, 'submessages'>);

it('the blocks of a message are those of its newest submessage with blocks', () => {
  expect(read()).toBeUndefined();
  expect(read(submessage(1, { widget_type: 'poll' }, 'widget'))).toBeUndefined();
  const older = submessage(3, { app_id: 7, blocks: [divider] });
  const newer = submessage(9, { app_id: 7, blocks: [header] });
  expect(read(newer, older, submessage(10, {}, 'widget'))).toEqual({ appId: 7, blocks: [header] });
});

it('an icon is shown beside the text of a message without blocks', () => {
  const icon = { text: '🚀' };
  expect(read(submessage(1, { app_id: 7, icon, blocks: [] }))).toEqual({ appId: 7, icon, blocks: [] });
});

it('what cannot be read, and an empty list, leave the text of the message', () => {
  expect(read(submessage(1, 'not JSON'))).toBeUndefined();
  expect(read(submessage(1, { app_id: 7 }))).toBeUndefined();
  const taken = [submessage(1, { app_id: 7, blocks: [divider] }), submessage(2, { app_id: 7, blocks: [] })];
  expect(read(...taken)).toBeUndefined();
});
