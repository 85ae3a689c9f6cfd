import { emit, type Tx } from '@parley/db';
import { listProfileFields } from '../db/profile-fields.ts';
import { presentProfileField } from '../domain/profile-fields.ts';
import { clientEvent, everyone } from '../events/client-event.ts';

/** Tells everybody all custom profile fields as they are now. */
export async function announceProfileFields(tx: Tx): Promise<void> {
  const fields = (await listProfileFields(tx)).map(presentProfileField);
  const event = { type: 'custom_profile_fields', fields };
  await emit(tx, clientEvent('user-admin.profile_fields.changed', everyone, event));
}
