import { z } from 'zod';
import { boolean, freeText, json } from '../../edge/parameter.ts';
import { params, type Values } from '../../edge/params.ts';

export const profileFieldParts = {
  name: freeText().optional(),
  hint: freeText().optional(),
  field_data: json(z.record(z.string(), z.unknown()))
    .optional()
    .describe('Choices of a list of options; site and address of an external account.'),
  display_in_profile_summary: boolean().optional().assumes(false),
  required: boolean().optional().assumes(false),
  editable_by_user: boolean().optional().assumes(true),
};

const declared = params(profileFieldParts);

/** Converts the parameters for user-admin. */
export const draftOf = (values: Values<typeof declared>) => ({
  name: values.name,
  hint: values.hint,
  fieldDataJson: values.field_data && JSON.stringify(values.field_data),
  displayInProfileSummary: values.display_in_profile_summary,
  required: values.required,
  editableByUser: values.editable_by_user,
});
