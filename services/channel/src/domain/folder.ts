import { errors } from '@parley/core';
import { channelNameKey } from '@parley/directory/rules';
import { isBlank, parseDescription } from './channel-name.ts';

/** Longest name of a folder in Unicode code points (`max_channel_folder_name_length` of register). */
const maxFolderNameLength = 60;
const control = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u;

/** @throws BAD_REQUEST for an empty or too long name, or one that cannot be shown on a line. */
export function parseFolderName(given: string): { name: string; key: string } {
  const name = given.trim().normalize('NFC');
  if (isBlank(name)) throw errors.badRequest("Channel folder name can't be empty.");
  if ([...name].length > maxFolderNameLength) {
    throw errors.badRequest(`Channel folder name too long (limit: ${maxFolderNameLength} characters).`);
  }
  if (control.test(name)) throw errors.badRequest('Invalid character in channel folder name.');
  return { name, key: channelNameKey(name) };
}

export const parseFolderDescription = parseDescription;

/** Whether the list names every folder once. @throws BAD_REQUEST otherwise. */
export function checkOrder(order: readonly number[], folderIds: readonly number[]): void {
  const named = new Set(order);
  const isWhole = order.length === folderIds.length && named.size === order.length;
  if (!isWhole || !folderIds.every((id) => named.has(id))) throw errors.badRequest('Invalid order mapping.');
}
