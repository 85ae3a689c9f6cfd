import { expect, it } from 'vitest';
import { externalAccounts } from './external-accounts.ts';
import { checkProfileField, FIELD_TYPE, type ProfileField } from './profile-fields.ts';

const field = (over: Partial<ProfileField>): ProfileField => ({
  id: 1,
  type: FIELD_TYPE.externalAccount,
  name: 'My name',
  hint: 'My hint',
  fieldData: '{"subtype":"github"}',
  displayInProfileSummary: false,
  isRequired: false,
  isEditableByUser: true,
  isUsedForMatching: false,
  ...over,
});

it.each(Object.entries(externalAccounts))(
  'a field for accounts of a known site uses the name and hint of the site: %s',
  (subtype, site) => {
    const fieldData = JSON.stringify({ subtype });
    const taken = { name: site.name, hint: site.hint, fieldData };
    expect(checkProfileField(field({ fieldData }), [])).toMatchObject(taken);
    expect(checkProfileField(field({ fieldData, name: '', hint: '' }), [])).toMatchObject(taken);
  },
);

it('a field for accounts of a custom site keeps its own name and hint', () => {
  const fieldData = '{"subtype":"custom","url_pattern":"https://x.example/%(username)s"}';
  expect(checkProfileField(field({ fieldData }), [])).toMatchObject({ name: 'My name', hint: 'My hint' });
  expect(() => checkProfileField(field({ fieldData, name: ' ' }), [])).toThrow('Label cannot be blank.');
});
