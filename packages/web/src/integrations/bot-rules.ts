import type { User } from '@parley/client';
import { roles } from '@parley/rules/roles';

export const botTypes = { incoming: 2, outgoing: 3 } as const;

/** Returns whether a bot is one of an integration: it posts for a tool, or has a program that receives messages. */
export const isOfIntegration = ({ is_bot, bot_type: type }: User): boolean =>
  is_bot && (type === botTypes.incoming || type === botTypes.outgoing);

/** Returns whether a person may change the webhooks of a bot: as its owner, or as an administrator. */
export const mayManage = (bot: User, self: { readonly user_id: number; readonly role: number }): boolean =>
  bot.bot_owner_id === self.user_id || (bot.bot_owner_id !== null && self.role <= roles.administrator);
