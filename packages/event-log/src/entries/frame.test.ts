import { expect, it } from 'vitest';
import { encodeFrame } from '../testing.ts';
import { decodeFrame, FrameError } from './frame.ts';

const event = {
  transactionId: 2 ** 33 + 5,
  assignedId: 2 ** 40,
  committedAtUs: 1_800_000_000_000_001,
  event: Buffer.from('encoded'),
};

it('a frame decodes to the values that were encoded', () => {
  expect(decodeFrame(encodeFrame(event), 99, 3)).toEqual({ ...event, commitLsn: 99, index: 3 });
});

it('a frame may contain an empty event', () => {
  expect(decodeFrame(encodeFrame({ ...event, event: Buffer.alloc(0) }), 1, 0).event).toHaveLength(0);
});

it.each([
  ['too short', Buffer.alloc(24)],
  ['empty', Buffer.alloc(0)],
  ['another version', Buffer.concat([Buffer.from([2]), encodeFrame(event).subarray(1)])],
  ['no transaction', encodeFrame({ ...event, transactionId: 0 })],
  ['a number beyond 2^53', Buffer.concat([Buffer.from([1]), Buffer.alloc(24, 0x7f)])],
])('refuses a frame that is %s', (_name, frame) => {
  expect(() => decodeFrame(frame, 1, 0)).toThrow(FrameError);
});
