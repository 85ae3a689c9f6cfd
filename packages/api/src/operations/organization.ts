import { z } from 'zod';
import {
  allowedDomainSchema,
  customProfileFieldSchema,
  emojiSchema,
  linkifierSchema,
  realmExportSchema,
} from '../objects/organization.ts';

export const addCodePlaygroundAnswer = z.strictObject({
  id: z.int(),
});

export const addLinkifierAnswer = z.strictObject({
  id: z.int(),
});

export const changeRealmIconAnswer = z.strictObject({
  icon_url: z.string(),
});

export const createCustomProfileFieldAnswer = z.strictObject({
  id: z.int(),
});

export const getCustomEmojiAnswer = z.strictObject({
  emoji: z.record(z.string(), emojiSchema),
});

export const getCustomProfileFieldsAnswer = z.strictObject({
  custom_fields: z.array(customProfileFieldSchema),
});

export const getLinkifiersAnswer = z.strictObject({
  linkifiers: z.array(linkifierSchema),
});

export const getRealmDomainsAnswer = z.strictObject({
  domains: z.array(allowedDomainSchema),
});

export const getRealmExportConsentsAnswer = z.strictObject({
  export_consents: z.array(
    z.strictObject({
      user_id: z.int(),
      consented: z.boolean(),
    }),
  ),
});

export const exportRealmAnswer = z.strictObject({
  id: z.int(),
});

export const getRealmExportsAnswer = z.strictObject({
  exports: z.array(realmExportSchema),
});

export const testWelcomeBotCustomMessageAnswer = z.strictObject({
  message_id: z.int(),
});
