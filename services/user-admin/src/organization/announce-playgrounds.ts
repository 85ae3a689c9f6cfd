import { emit, type Tx } from '@parley/db';
import { listPlaygrounds, type Playground } from '../db/playgrounds.ts';
import { clientEvent, everyone } from '../events/client-event.ts';

/** As the API and its events show it. */
export const presentPlayground = ({ id, name, language, urlTemplate }: Playground) => ({
  id,
  name,
  pygments_language: language,
  url_template: urlTemplate,
});

/** Tells everybody all code playgrounds as they are now. */
export async function announcePlaygrounds(tx: Tx): Promise<void> {
  const realm_playgrounds = (await listPlaygrounds(tx)).map(presentPlayground);
  const event = { type: 'realm_playgrounds', realm_playgrounds };
  await emit(tx, clientEvent('user-admin.playgrounds.changed', everyone, event));
}
