import { partsOf } from '@parley/core';
import { emitAll, type Tx } from '@parley/db';
import type { Event } from '@parley/proto/events/v1/event';
import { EMAIL_VISIBILITY, highestRoleSeeingEmail } from '@parley/rules';
import { isAdministrator } from '../../kernel/domain/authority.ts';
import type { Person } from '../../kernel/domain/person.ts';
import type { Realm } from '../../kernel/domain/realm.ts';
import { visibleTo } from '../../kernel/viewers.ts';
import { holdAddresses } from '../db/addresses.ts';
import { listBots } from '../db/users.ts';
import { addressTold, botHidden, botShown } from '../events/new-role.ts';

const eventsAtOnce = 1_000;

/**
 * Tells a person in another role what they may know now of bots and addresses, or may know no longer, so that what
 * their clients registered with stays what a new registration would say. Channels are told by their owner.
 */
export async function tellOfNewRole(tx: Tx, realm: Realm, before: Person, after: Person): Promise<void> {
  if (before.isBot || before.role === after.role) return;
  const events = [...(await botsTold(tx, before, after)), ...(await addressesTold(tx, realm, before, after))];
  for (const part of partsOf(events, eventsAtOnce)) await emitAll(tx, part);
}

/** Administrators know all bots, others their own. */
async function botsTold(tx: Tx, before: Person, after: Person): Promise<Event[]> {
  const knowsAll = isAdministrator(after);
  if (isAdministrator(before) === knowsAll) return [];
  const bots = (await listBots(tx)).filter((bot) => bot.botOwnerId !== after.userId);
  return bots.map((bot) => (knowsAll ? botShown(bot, after.userId) : botHidden(bot.userId, after.userId)));
}

/** Addresses that one of the two roles sees and the other does not; nobody changes who sees theirs meanwhile. */
async function addressesTold(tx: Tx, realm: Realm, before: Person, after: Person): Promise<Event[]> {
  const sees = ({ role }: Person, visibility: number) => role <= highestRoleSeeingEmail(visibility);
  const concerned = Object.values<number>(EMAIL_VISIBILITY).filter(
    (visibility) => sees(before, visibility) !== sees(after, visibility),
  );
  if (concerned.length === 0) return [];
  const addresses = await holdAddresses(tx, concerned);
  const isKnown = await visibleTo(tx, realm, before);
  return addresses
    .filter((each) => each.userId !== after.userId && isKnown(each))
    .map((each) =>
      addressTold(after.userId, each.userId, after.role < before.role ? each.deliveryEmail : null),
    );
}
