import type { Scope, User } from '@parley/facts';
import { foldCase, type UserId } from '@parley/rules';
import type { Ctx } from '../context.ts';

type Shown = { user_id: UserId; full_name: string; email: string; delivery_email: string | null };

/**
 * Returns the person or bot whom a tool names: by the full name, the address, or the part of it before the `@`, as the bot sees them and without
 * regard to case. Undefined for nobody, and for a name that several have.
 */
export async function findPerson(
  { userAdmin }: Pick<Ctx, 'userAdmin'>,
  bot: User,
  name: string,
  { call }: Scope,
): Promise<UserId | undefined> {
  const wanted = foldCase(name.trim());
  if (wanted === '') return undefined;
  // With an `@`, those whose address begins so are found, too.
  const request = { query: wanted.includes('@') ? wanted : `${wanted}@`, limit: 50 };
  const asBot = { ...call, principal: { userId: bot.userId } };
  const { usersJson } = await userAdmin.findNamedUsers(request, asBot);
  const found = JSON.parse(Buffer.from(usersJson).toString()) as Shown[];
  const named = found.filter(({ full_name }) => foldCase(full_name) === wanted);
  const addressed = found.filter((user) => {
    const address = foldCase(user.delivery_email ?? user.email);
    return address === wanted || address.startsWith(`${wanted}@`);
  });
  const [first, second] = named.length > 0 ? named : addressed;
  return second ? undefined : first?.user_id;
}
