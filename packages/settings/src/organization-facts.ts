/** Encodes and decodes the data of the organization that other services cache. */
import type { OrganizationFacts } from '@parley/proto/events/v1/facts';
import { z } from 'zod';
import { fromStoredSettings, toStoredSettings } from './setting-values.ts';

export type Linkifier = { id: number; pattern: string; urlTemplate: string };

export type OwnEmoji = { id: string; name: string; url: string };

/** The data of the organization that other services cache. The service `user-admin` stores it. */
export type SharedOrganization = {
  /** By the field of the register response, without `realm_`. An earlier release leaves out newer ones. */
  settings: Readonly<Record<string, unknown>>;
  /** Linkifiers in the order in which they are applied. */
  linkifiers: readonly Linkifier[];
  /** The organization's emoji, except deactivated ones. */
  emoji: readonly OwnEmoji[];
};

/** The fields of `OrganizationChanged`, and of the answer of `GetOrganization`, that contain this data. */
export type SentFacts = { organization: OrganizationFacts | undefined; settingsJson: Uint8Array };

/** Encodes the data: as typed messages, and as JSON for services of the previous release. */
export function toOrganizationFacts({ settings, linkifiers, emoji }: SharedOrganization) {
  const known = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
  const forPreviousRelease = {
    ...known,
    authentication_methods: Object.fromEntries(
      Object.entries(known.authentication_methods ?? {}).map(([name, enabled]) => [name, { enabled }]),
    ),
    linkifiers: linkifiers.map(({ id, pattern, urlTemplate }) => ({
      id,
      pattern,
      url_template: urlTemplate,
    })),
    emoji,
  };
  return {
    organization: {
      settings: toStoredSettings(known),
      linkifiers: linkifiers.map(({ id, pattern, urlTemplate }) => ({
        linkifierId: id,
        pattern,
        urlTemplate,
      })),
      emoji: emoji.map(({ id, name, url }) => ({ emojiId: id, name, url })),
    },
    settingsJson: Buffer.from(JSON.stringify(forPreviousRelease)),
  };
}

/** Decodes the data. */
export function fromOrganizationFacts({ organization, settingsJson }: SentFacts): SharedOrganization {
  if (!organization) return fromPreviousRelease(settingsJson);
  const { settings, linkifiers, emoji } = organization;
  return {
    settings: fromStoredSettings(settings),
    linkifiers: linkifiers.map(({ linkifierId, pattern, urlTemplate }) => ({
      id: linkifierId,
      pattern,
      urlTemplate,
    })),
    emoji: emoji.map(({ emojiId, name, url }) => ({ id: emojiId, name, url })),
  };
}

const previousForm = z.looseObject({
  authentication_methods: z.record(z.string(), z.looseObject({ enabled: z.boolean() })).default({}),
  linkifiers: z
    .array(z.looseObject({ id: z.number(), pattern: z.string(), url_template: z.string() }))
    .default([]),
  emoji: z.array(z.looseObject({ id: z.string(), name: z.string(), url: z.string() })).default([]),
});

function fromPreviousRelease(settingsJson: Uint8Array): SharedOrganization {
  const { linkifiers, emoji, authentication_methods, ...settings } = previousForm.parse(
    JSON.parse(Buffer.from(settingsJson).toString()),
  );
  return {
    settings: {
      ...settings,
      authentication_methods: Object.fromEntries(
        Object.entries(authentication_methods).map(([name, { enabled }]) => [name, enabled]),
      ),
    },
    linkifiers: linkifiers.map(({ id, pattern, url_template }) => ({
      id,
      pattern,
      urlTemplate: url_template,
    })),
    emoji,
  };
}
