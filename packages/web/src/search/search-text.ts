import type { ChannelId, Narrow, Store, UserId } from '@parley/client';
import { channelIdOf, isPlaceWord, userIdOf } from './filters/operators.ts';

/** Puts an operand into quotation marks if it is empty, or contains white space or quotation marks. */
export const quoted = (text: string): string =>
  text === '' || /[\s"]/.test(text) ? `"${text.replace(/["\\]/g, '\\$&')}"` : text;

/** Returns what denotes a person in a search: the name, or else the address or ID, if the name denotes nobody or somebody else. */
export function searchName(userId: UserId, store: Store): string {
  const user = store.people.users.get(userId);
  const names = user ? [user.full_name, user.delivery_email ?? user.email, user.email] : [];
  // Commas separate people, and `me` is the reader.
  return (
    names.find((name) => name !== 'me' && !name.includes(',') && userIdOf(name, store) === userId) ??
    String(userId)
  );
}

function channelText(channelId: ChannelId, store: Store): string {
  const name = store.channels.channels.get(channelId)?.name;
  return name !== undefined && channelIdOf(name, store) === channelId ? name : String(channelId);
}

/** The names of operators in the search language that differ from those of the API. */
const typedNames: Readonly<Record<string, string>> = { channel: 'in', sender: 'from' };

/** Returns a narrow (message filter) in the search language, as people would type it. */
export function searchText(narrow: Narrow, store: Store): string {
  return narrow
    .map(({ operator, operand, negated }) => {
      if (operator === 'search')
        return negated ? `-"${String(operand).replaceAll('"', '')}"` : String(operand);
      const value =
        operator === 'channel' && typeof operand === 'number'
          ? channelText(operand, store)
          : Array.isArray(operand)
            ? operand.map((id) => searchName(id, store)).join(',')
            : (operator === 'sender' || operator === 'mentions') && typeof operand === 'number'
              ? searchName(operand, store)
              : String(operand);
      // In quotation marks, these words are names of channels.
      const written = operator === 'channel' && isPlaceWord(value) ? `"${value}"` : quoted(value);
      return `${negated ? '-' : ''}${typedNames[operator] ?? operator}:${written}`;
    })
    .join(' ');
}
