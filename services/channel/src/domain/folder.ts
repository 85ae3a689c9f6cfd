import { errors, errorText } from '@parley/core';
import { channelNameKey, codePoints, hasVisibleText, hiddenCharacter, limits } from '@parley/rules';
import { parseDescription } from './channel-name.ts';

/** With the key by which names are compared. @throws BAD_REQUEST when it is empty, too long, or has hidden characters */
export function parseFolderName(given: string): { name: string; key: string } {
  const name = given.trim().normalize('NFC');
  if (!hasVisibleText(name)) throw errors.badRequest("Channel folder name can't be empty.");
  if (codePoints(name) > limits.channelFolderNameLength) {
    throw errors.badRequest(
      errorText('Channel folder name too long (limit: {limit} characters).', {
        limit: limits.channelFolderNameLength,
      }),
    );
  }
  if (hiddenCharacter.test(name)) throw errors.badRequest('Invalid character in channel folder name.');
  return { name, key: channelNameKey(name) };
}

export const parseFolderDescription = parseDescription;

/** Checks that a list contains every folder exactly once. @throws BAD_REQUEST when not */
export function checkOrder(order: readonly number[], folderIds: readonly number[]): void {
  const named = new Set(order);
  const isWhole = order.length === folderIds.length && named.size === order.length;
  if (!isWhole || !folderIds.every((id) => named.has(id))) throw errors.badRequest('Invalid order mapping.');
}
