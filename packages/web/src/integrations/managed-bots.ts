import type { User } from '@parley/client';
import type { Accessor } from 'solid-js';
import { compareNames } from '../model/names.ts';
import { useParley } from '../model/parley.tsx';
import { useDerived } from '../model/reactive.ts';
import { isOfIntegration, mayManage } from './bot-rules.ts';

/** Returns the active bots of integrations that the person may change, by name; with `isOwn` only their own. */
export function useManagedBots({ isOwn }: { isOwn: boolean }): Accessor<readonly User[]> {
  const { people } = useParley().store;
  return useDerived([people.users], () => {
    const { self } = people;
    if (!self) return [];
    return [...people.users.values()]
      .filter(
        (bot) =>
          bot.is_active &&
          isOfIntegration(bot) &&
          (isOwn ? bot.bot_owner_id === self.user_id : mayManage(bot, self)),
      )
      .sort((one, other) => compareNames(one.full_name, other.full_name));
  });
}
