import { describe, expect, it } from 'vitest';
import { FIELD_TYPE, type ProfileField } from '../../organization/domain/profile-fields.ts';
import { parseProfileValue } from './profile-values.ts';

const field = (type: number, over: Partial<ProfileField> = {}): ProfileField => ({
  id: 1,
  type,
  name: 'Field',
  hint: '',
  fieldData: '',
  displayInProfileSummary: false,
  isRequired: false,
  isEditableByUser: true,
  isUsedForMatching: false,
  ...over,
});
const github = { fieldData: '{"subtype":"github"}' };
const mastodon = { fieldData: '{"subtype":"mastodon"}' };
const choices = { fieldData: '{"a":{"text":"A","order":"1"}}' };

describe('a profile value', () => {
  it.each([
    [FIELD_TYPE.shortText, 'Engineer', {}, 'Engineer'],
    [FIELD_TYPE.longText, 'x'.repeat(500), {}, 'x'.repeat(500)],
    [FIELD_TYPE.select, 'a', choices, 'a'],
    [FIELD_TYPE.date, '2024-02-29', {}, '2024-02-29'],
    [FIELD_TYPE.url, 'https://x.example/a', {}, 'https://x.example/a'],
    [FIELD_TYPE.externalAccount, 'octo', github, 'octo'],
    [FIELD_TYPE.externalAccount, 'https://m.example/@me', mastodon, 'https://m.example/@me'],
    [FIELD_TYPE.user, [3, 4, 3], {}, '[3,4]'],
    [FIELD_TYPE.pronouns, 'they', {}, 'they'],
    [FIELD_TYPE.shortText, null, {}, null],
    [FIELD_TYPE.user, [], {}, null],
    [FIELD_TYPE.url, '', {}, null],
  ])('of field type %i may be %j', (type, value, over, text) => {
    expect(parseProfileValue(field(type, over), value).text).toBe(text);
  });

  it.each([
    [FIELD_TYPE.shortText, 'x'.repeat(51), {}, 'too long'],
    [FIELD_TYPE.shortText, [1], {}, 'is not a string'],
    [FIELD_TYPE.select, 'b', choices, 'is not one of the choices'],
    [FIELD_TYPE.date, '2023-02-29', {}, 'is not a date'],
    [FIELD_TYPE.date, '29.2.2024', {}, 'is not a date'],
    [FIELD_TYPE.url, 'javascript:alert(1)', {}, 'is not a URL'],
    [FIELD_TYPE.externalAccount, 'javascript:alert(1)', mastodon, 'is not a URL'],
    [FIELD_TYPE.externalAccount, '@me@m.example', mastodon, 'is not a URL'],
    [FIELD_TYPE.user, 'me', {}, 'is not a list of user IDs'],
    [FIELD_TYPE.user, [-1], {}, 'is not a list of user IDs'],
    [FIELD_TYPE.shortText, '', { isRequired: true }, 'is required'],
  ])('of field type %i may not be %j', (type, value, over, msg) => {
    expect(() => parseProfileValue(field(type, over), value)).toThrow(msg);
  });
});
