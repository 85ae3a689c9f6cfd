import { partsOf } from '@parley/core';
import { emitAll, type Tx } from '@parley/db';
import type { Event } from '@parley/proto/events/v1/event';
import { EMAIL_VISIBILITY, highestRoleSeeingEmail } from '@parley/rules';
import { visibleTo } from '../../guest-visibility/visible-people.ts';
import { isAdministrator } from '../../kernel/domain/authority.ts';
import type { Person } from '../../kernel/domain/person.ts';
import type { TxScope } from '../../kernel/scope.ts';
import { lockAddressesForShare } from '../../people/db/addresses.ts';
import { listBots } from '../../people/db/users.ts';
import { addressVisibilityChanged, botHidden, botShown } from '../events/role-changed.ts';

const eventsPerStatement = 1_000;

/** Keeps the state of the person's clients correct. The service `channel` emits such events about channels. */
export async function announceRoleChange(tx: TxScope, before: Person, after: Person): Promise<void> {
  if (before.isBot || before.role === after.role) return;
  const events = [...(await botEvents(tx, before, after)), ...(await addressEvents(tx, before, after))];
  for (const part of partsOf(events, eventsPerStatement)) await emitAll(tx, part);
}

/** Returns the events about bots. Administrators may see all bots, and other people only their own. */
async function botEvents(tx: Tx, before: Person, after: Person): Promise<Event[]> {
  const seesAll = isAdministrator(after);
  if (isAdministrator(before) === seesAll) return [];
  const bots = (await listBots(tx)).filter((bot) => bot.botOwnerId !== after.userId);
  return bots.map((bot) => (seesAll ? botShown(bot, after.userId) : botHidden(bot.userId, after.userId)));
}

async function addressEvents(tx: TxScope, before: Person, after: Person): Promise<Event[]> {
  const seesAddress = ({ role }: Person, visibility: number) => role <= highestRoleSeeingEmail(visibility);
  const affected = Object.values<number>(EMAIL_VISIBILITY).filter(
    (visibility) => seesAddress(before, visibility) !== seesAddress(after, visibility),
  );
  if (affected.length === 0) return [];
  const addresses = await lockAddressesForShare(tx, affected);
  const isVisible = await visibleTo(tx, before);
  return addresses
    .filter((each) => each.userId !== after.userId && isVisible(each))
    .map((each) =>
      addressVisibilityChanged(
        after.userId,
        each.userId,
        after.role < before.role ? each.deliveryEmail : null,
      ),
    );
}
