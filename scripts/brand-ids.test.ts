import { expect, it } from 'vitest';
import { typeOfId, withBrandedIds } from './brand-ids.mjs';

const generated = `/* eslint-disable */
import Long from "long";

export interface Moved {
  messageIds: number[];
  fromChannelId?: number | undefined;
  scheduledMessageId: number;
  actorId: number;
  count: number;
  value: { $case: "groupId"; groupId: number } | undefined;
}
function read(userId: number): void {}
`;

it('gives fields the type that their names say', () => {
  expect(withBrandedIds(generated, '../../ids.ts')).toBe(`/* eslint-disable */
import type { ChannelId, GroupId, MessageId, UserId } from "../../ids.ts";
import Long from "long";

export interface Moved {
  messageIds: MessageId[];
  fromChannelId?: ChannelId | undefined;
  scheduledMessageId: number;
  actorId: UserId;
  count: number;
  value: { $case: "groupId"; groupId: GroupId } | undefined;
}
function read(userId: number): void {}
`);
  expect(withBrandedIds('export interface Empty {}\n', '../ids.ts')).toBe('export interface Empty {}\n');
});

it('knows an ID by the name of what it belongs to', () => {
  const names = [
    'self',
    'mentionedBot',
    'mutedChannel',
    'upToMessage',
    'everyoneGroup',
    'scheduledMessage',
    'app',
  ];
  expect(names.map(typeOfId)).toEqual([
    'UserId',
    'UserId',
    'ChannelId',
    'MessageId',
    'GroupId',
    undefined,
    undefined,
  ]);
});
