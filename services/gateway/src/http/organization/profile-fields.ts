import { z } from 'zod';
import { ok, raw } from '../../edge/envelope.ts';
import { boolean, freeText, integer, json } from '../../edge/parameter.ts';
import { params, type Values } from '../../edge/params.ts';
import { route } from '../../edge/route.ts';

const parts = {
  name: freeText().optional(),
  hint: freeText().optional(),
  field_data: json(z.record(z.string(), z.unknown()))
    .optional()
    .describe('Choices of a list of options; site and address of an external account.'),
  display_in_profile_summary: boolean().optional().assumes(false),
  required: boolean().optional().assumes(false),
  editable_by_user: boolean().optional().assumes(true),
};

const declared = params(parts);

const draftOf = (values: Values<typeof declared>) => ({
  name: values.name,
  hint: values.hint,
  fieldDataJson: values.field_data && JSON.stringify(values.field_data),
  displayInProfileSummary: values.display_in_profile_summary,
  required: values.required,
  editableByUser: values.editable_by_user,
});

export const getProfileFields = route({
  method: 'GET',
  path: '/realm/profile_fields',
  operation: 'get-custom-profile-fields',
  summary: 'What the organization asks of people.',
  auth: 'required',
  params: params({}),
  async handle(ctx, _values, { call }) {
    const { fieldsJson } = await ctx.rpc.userAdmin.listProfileFields({}, call, { idempotent: true });
    return ok({ custom_fields: raw(fieldsJson) });
  },
});

export const createProfileField = route({
  method: 'POST',
  path: '/realm/profile_fields',
  operation: 'create-custom-profile-field',
  summary: 'A further custom profile field.',
  auth: 'required',
  params: params({ ...parts, field_type: integer() }),
  async handle(ctx, values, { call }) {
    const { fieldId } = await ctx.rpc.userAdmin.addProfileField(
      { fieldType: values.field_type, draft: draftOf(values) },
      call,
    );
    return ok({ id: fieldId });
  },
});

export const reorderProfileFields = route({
  method: 'PATCH',
  path: '/realm/profile_fields',
  operation: 'reorder-custom-profile-fields',
  summary: 'The order in which custom profile fields are shown.',
  auth: 'required',
  params: params({ order: json(z.array(z.int().nonnegative()).max(1_000)).describe('All of them.') }),
  async handle(ctx, values, { call }) {
    await ctx.rpc.userAdmin.reorderProfileFields({ fieldIds: values.order }, call);
    return ok();
  },
});

export const updateProfileField = route({
  method: 'PATCH',
  path: '/realm/profile_fields/{field_id}',
  operation: 'update-custom-profile-field',
  summary: 'Changes a custom profile field; its kind stays.',
  auth: 'required',
  params: params({ field_id: integer({ min: 0 }).inPath(), ...parts }),
  async handle(ctx, values, { call }) {
    await ctx.rpc.userAdmin.updateProfileField({ fieldId: values.field_id, draft: draftOf(values) }, call);
    return ok();
  },
});

export const removeProfileField = route({
  method: 'DELETE',
  path: '/realm/profile_fields/{field_id}',
  operation: 'remove-custom-profile-field',
  summary: 'Removes a custom profile field with all that people filled in.',
  auth: 'required',
  params: params({ field_id: integer({ min: 0 }).inPath() }),
  async handle(ctx, values, { call }) {
    await ctx.rpc.userAdmin.removeProfileField({ fieldId: values.field_id }, call);
    return ok();
  },
});
