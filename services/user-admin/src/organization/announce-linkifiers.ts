import { emit, type Tx } from '@parley/db';
import type { Ctx } from '../context.ts';
import { listLinkifiers } from '../db/linkifiers.ts';
import { readRealm } from '../db/realm.ts';
import { presentLinkifier } from '../domain/linkifiers.ts';
import { clientEvent, everyone } from '../events/client-event.ts';
import { organizationFact } from './shared-settings.ts';

/** Tells everybody all linkifiers as they are now, and rendering what it matches messages with. */
export async function announceLinkifiers(ctx: Ctx, tx: Tx): Promise<void> {
  const realm_linkifiers = (await listLinkifiers(tx)).map(presentLinkifier);
  const fact = await organizationFact(tx, await readRealm(tx, ctx.config));
  const event = { type: 'realm_linkifiers', realm_linkifiers };
  await emit(tx, clientEvent('user-admin.linkifiers.changed', everyone, event, fact));
}
