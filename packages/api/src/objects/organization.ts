import { z } from 'zod';
import { credential } from '../credential.ts';

export const allowedDomainSchema = z
  .strictObject({
    domain: z.string(),
    allow_subdomains: z.boolean(),
  })
  .meta({ id: 'AllowedDomain' });
export type AllowedDomain = z.infer<typeof allowedDomainSchema>;

export const authenticationMethodSchema = z
  .strictObject({
    enabled: z.boolean(),
    available: z.boolean(),
    unavailable_reason: z.string().optional(),
    /** Display name of the identity provider, for methods that use one. */
    display_name: z.string().optional(),
  })
  .meta({ id: 'AuthenticationMethod' });
export type AuthenticationMethod = z.infer<typeof authenticationMethodSchema>;

export const customProfileFieldSchema = z
  .strictObject({
    id: z.int(),
    type: z.int(),
    order: z.int(),
    name: z.string(),
    hint: z.string(),
    field_data: z.string(),
    display_in_profile_summary: z.boolean().optional(),
    required: z.boolean(),
    editable_by_user: z.boolean(),
    /** Whether clients find people by their value of the field, as they do by the name. */
    use_for_user_matching: z.boolean(),
  })
  .meta({ id: 'CustomProfileField' });
export type CustomProfileField = z.infer<typeof customProfileFieldSchema>;

export const emojiSchema = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    source_url: z.string(),
    still_url: z.string().nullable(),
    deactivated: z.boolean(),
    author_id: z.int().nullable(),
  })
  .meta({ id: 'Emoji' });
export type Emoji = z.infer<typeof emojiSchema>;

export const playgroundSchema = z
  .strictObject({
    id: z.int(),
    name: z.string(),
    pygments_language: z.string(),
    url_template: z.string(),
  })
  .meta({ id: 'Playground' });
export type Playground = z.infer<typeof playgroundSchema>;

export const linkifierSchema = z
  .strictObject({
    id: z.int(),
    pattern: z.string(),
    url_template: z.string(),
    example_input: z.string().nullable(),
    reverse_template: z.string().nullable(),
    alternative_url_templates: z.array(z.string()),
  })
  .meta({ id: 'Linkifier' });
export type Linkifier = z.infer<typeof linkifierSchema>;

/** Kinds of exports: public data, also private data of people who consent, or all private data. */
const exportTypeNames = ['public', 'full_with_consent', 'full_without_consent'] as const;

/** An export of the organization's data. Times are in seconds since the Unix epoch, with fractions. */
export const realmExportSchema = z
  .strictObject({
    id: z.int(),
    acting_user_id: z.int(),
    export_time: z.number(),
    deleted_timestamp: z.number().nullable(),
    failed_timestamp: z.number().nullable(),
    /** URL for downloading the archive, valid for one day. Null while there is no archive, and for a limited API key. */
    export_url: credential('export archive').nullable(),
    pending: z.boolean(),
    export_type: z.enum(exportTypeNames),
  })
  .meta({ id: 'RealmExport' });
export type RealmExport = z.infer<typeof realmExportSchema>;
