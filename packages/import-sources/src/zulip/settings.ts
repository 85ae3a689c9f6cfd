import type { LinkifierRecord } from '@parley/archive';
import { plainSettingSchemas, userSettingSchemas } from '@parley/settings';
import { numberOf, textOf, textsOf, type Values } from '../reading/values.ts';
import type { ZulipTables } from './tables.ts';

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
        Object.hasOwn(schemas, name) && !isOther(name) && schemas[name]?.safeParse(value).success,
    ),
  );
}

export const organizationSettingsOf = (realm: Values): Record<string, unknown> =>
  settingsIn(realm, plainSettingSchemas);

/** Returns the settings of a person that Parley has. */
export const personalSettingsOf = (user: Values): Record<string, unknown> =>
  settingsIn(user, userSettingSchemas);

/** Returns the linkifiers, in their order. Older versions write `%(id)s` in addresses where newer ones write `{id}`. */
export const linkifiersOf = (tables: ZulipTables): LinkifierRecord[] =>
  tables
    .of('zerver_realmfilter')
    .toSorted(({ row: one }, { row: other }) => (numberOf(one.order) ?? 0) - (numberOf(other.order) ?? 0))
    .flatMap(({ row }): LinkifierRecord[] => {
      const pattern = textOf(row.pattern);
      const url =
        textOf(row.url_template) ?? textOf(row.url_format_string)?.replaceAll(/%\((\w+)\)s/g, '{$1}');
      if (pattern === undefined || url === undefined) return [];
      const [example, reverse] = [textOf(row.example_input), textOf(row.reverse_template)];
      const alternatives = textsOf(row.alternative_url_templates);
      return [
        {
          pattern,
          url,
          ...(example === undefined ? {} : { example }),
          ...(reverse === undefined ? {} : { reverse }),
          ...(alternatives.length === 0 ? {} : { alternatives }),
        },
      ];
    });
