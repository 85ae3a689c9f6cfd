import type { ProfileFieldData, ProfileFieldDraft } from '@parley/proto/useradmin/v1/organization';
import { z } from 'zod';
import { boolean, freeText, json } from '../../../edge/declaration/parameter.ts';
import { params, type Values } from '../../../edge/declaration/params.ts';

export const profileFieldParts = {
  name: freeText().optional(),
  hint: freeText().optional(),
  field_data: json(z.record(z.string(), z.unknown()))
    .optional()
    .describe('Choices of a list of options; site and address of an external account.'),
  display_in_profile_summary: boolean().optional().assumes(false),
  required: boolean().optional().assumes(false),
  editable_by_user: boolean().optional().assumes(true),
  use_for_user_matching: boolean()
    .optional()
    .assumes(false)
    .describe(
      'Whether clients find people by their value of the field: a short text or an external account.',
    ),
};

const declared = params(profileFieldParts);

const choicesSchema = z.record(z.string(), z.strictObject({ text: z.string(), order: z.string() }));
const siteSchema = z.strictObject({ subtype: z.string(), url_pattern: z.string().optional() });

/** Members show the kind; user-admin checks whether that fits the field's type. */
function fieldDataOf(given: Record<string, unknown>): ProfileFieldData {
  const site = siteSchema.safeParse(given).data;
  const choices = choicesSchema.safeParse(given).data;
  return {
    choices: choices ?? {},
    externalAccount: site && { subtype: site.subtype, urlPattern: site.url_pattern },
    isMalformed: !site && !choices,
  };
}

/** Converts the values of `profileFieldParts` to fields of a request to user-admin. */
export const draftOf = (values: Values<typeof declared>): ProfileFieldDraft => ({
  name: values.name,
  hint: values.hint,
  fieldData: values.field_data && fieldDataOf(values.field_data),
  displayInProfileSummary: values.display_in_profile_summary,
  required: values.required,
  editableByUser: values.editable_by_user,
  useForUserMatching: values.use_for_user_matching,
});
