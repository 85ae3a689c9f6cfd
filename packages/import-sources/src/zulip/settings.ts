import { plainSettingSchemas, userSettingSchemas } from '@parley/settings';
import type { Values } from '../reading/values.ts';

type Schemas = Readonly<Record<string, { safeParse(value: unknown): { success: boolean } }>>;

/** What describes the organization, is a file, or names a channel by an ID of the old server. */
const isOther = (name: string): boolean => /^(?:name|description)$|_(?:id|url|source)$/.test(name);

/**
 * Returns the columns of a row that are settings of Parley, too: Zulip's rows name them as the API does, which Parley shares. A value
 * that Parley does not know is left out.
 */
function settingsIn(row: Values, schemas: Schemas): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).filter(
      ([name, value]) =>
        Object.hasOwn(schemas, name) && !isOther(name) && schemas[name]!.safeParse(value).success,
    ),
  );
}

/** Returns the settings of an organization that Parley has. */
export const organizationSettingsOf = (realm: Values): Record<string, unknown> =>
  settingsIn(realm, plainSettingSchemas);

/** Returns the settings of a person that Parley has. */
export const personalSettingsOf = (user: Values): Record<string, unknown> =>
  settingsIn(user, userSettingSchemas);
