/** Converts people to and from SCIM resources (RFC 7643, section 4.1). No I/O. */
import { emailKey, type UserId, withUnicodeDomain } from '@parley/rules';
import { usableName } from '../../access/domain/external-identity.ts';
import { pictureAddress } from '../../accounts/domain/provider-picture.ts';
import { checkEmail } from '../../people/domain/account-rules.ts';
import { memberOf, type Resource } from './filter.ts';
import { invalid } from './scim-error.ts';

export const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User';

/** The attributes that clients may change. Other attributes in a request are ignored, in particular roles and passwords. */
export const userAttributes = [
  'externalId',
  'userName',
  'name',
  'displayName',
  'emails',
  'photos',
  'active',
] as const;

/** Maximum numbers of addresses and of pictures in a resource. */
const maxEmails = 20;
const maxPhotos = 20;
const maxPhotoLength = 2_000;

type Name = { formatted?: string; familyName?: string; givenName?: string };

/** A person as a provisioning client sends them, after parsing. */
export type ScimUser = {
  userName: string;
  externalId: string | undefined;
  email: string;
  fullName: string;
  isActive: boolean;
  /** URL of the profile picture; undefined when the client did not send one. */
  picture?: string | undefined;
  /** Data without a column in the account: sent names, all addresses and pictures, and attributes that the client removed. */
  attributes: {
    name?: Name;
    displayName?: string;
    emails?: Email[];
    photos?: Photo[];
    unassigned?: Unassignable[];
  };
};

/** Attributes whose value is taken from the account, unless a client has removed them. */
const unassignable = ['displayName', 'active'] as const;
type Unassignable = (typeof unassignable)[number];

type Email = { value: string; type?: string; display?: string; primary?: boolean };
type Photo = Omit<Email, 'display'>;

const maxLength = 255;

/** Returns the normalized form by which user names are compared. Many are addresses. */
export const userNameKey = (userName: string): string => withUnicodeDomain(userName.toLowerCase());

function textOf(resource: unknown, name: string): string | undefined {
  const value = memberOf(resource, name);
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string' || value.length > maxLength || value.includes('\0')) {
    throw invalid('invalidValue', `${name} must be a text of at most ${maxLength} characters.`);
  }
  return value.trim() === '' ? undefined : value;
}

/** Parses a boolean. Some clients send it as a string, or as a list with one element, such as `[{"value": "True"}]`. */
function isActive(resource: Resource): boolean {
  const given = memberOf(resource, 'active');
  const [only, ...others] = [given].flat();
  const value = others.length > 0 ? undefined : (memberOf(only, 'value') ?? only);
  if (given === undefined || given === null) return true;
  const text = String(value).toLowerCase();
  if (text !== 'true' && text !== 'false') throw invalid('invalidValue', 'active must be true or false.');
  return text === 'true';
}

/** Some clients send the mark of the primary element as a string. Empty without one. */
function primaryOf(value: unknown): { primary?: boolean } {
  const primary = memberOf(value, 'primary');
  if (primary === undefined || primary === null) return {};
  return { primary: String(primary).toLowerCase() === 'true' };
}

/** Parses the list of addresses. Some clients send a single address, or strings instead of objects. */
function emailsOf(resource: Resource): Email[] {
  const given = [memberOf(resource, 'emails') ?? []].flat();
  if (given.length > maxEmails) throw invalid('tooMany', `A person has at most ${maxEmails} addresses.`);
  return given.map((each) => {
    const email = typeof each === 'string' ? { value: each } : each;
    const value = textOf(email, 'value');
    if (value === undefined) throw invalid('invalidValue', 'Each of emails must have a value.');
    const [type, display] = [textOf(email, 'type'), textOf(email, 'display')];
    return {
      value,
      ...(type !== undefined && { type }),
      ...(display !== undefined && { display }),
      ...primaryOf(email),
    };
  });
}

/** Parses the list of pictures. Ignores invalid elements, and values that are too long, such as whole pictures. */
function photosOf(resource: Resource): Photo[] {
  const given = [memberOf(resource, 'photos') ?? []].flat();
  if (given.length > maxPhotos) throw invalid('tooMany', `A person has at most ${maxPhotos} pictures.`);
  return given.flatMap((photo) => {
    const value = memberOf(photo, 'value') ?? photo;
    if (typeof value !== 'string' || value === '' || value.length > maxPhotoLength) return [];
    const type = textOf(photo, 'type');
    return [{ value, ...(type !== undefined && { type }), ...primaryOf(photo) }];
  });
}

/** Returns the address for the account: the primary one, or else the first one, or else the user name if it is an address. */
function accountEmail(emails: readonly Email[], userName: string): string {
  const email = (emails.find(({ primary }) => primary) ?? emails[0])?.value;
  if (email !== undefined) return email;
  if (userName.includes('@')) return userName;
  throw invalid('invalidValue', 'emails must contain an address.');
}

/** Parses a person from a resource. @throws ScimError; BAD_REQUEST for an invalid address */
export function parseUser(resource: Resource, host: string): ScimUser {
  const userName = textOf(resource, 'userName');
  if (userName === undefined) throw invalid('invalidValue', 'userName is required.');
  const emails = emailsOf(resource);
  const email = checkEmail(accountEmail(emails, userName), host);
  const given = memberOf(resource, 'name');
  const name: Name = {};
  for (const part of ['formatted', 'familyName', 'givenName'] as const) {
    const text = textOf(given, part);
    if (text !== undefined) name[part] = text;
  }
  const displayName = textOf(resource, 'displayName');
  const photos = photosOf(resource);
  const unassigned = unassignable.filter((attribute) => memberOf(resource, attribute) === null);
  const joined = [name.givenName, name.familyName].filter(Boolean).join(' ');
  return {
    userName,
    externalId: textOf(resource, 'externalId'),
    email,
    fullName: usableName(displayName ?? name.formatted ?? joined, email),
    isActive: isActive(resource),
    picture: pictureAddress((photos.find(({ primary }) => primary) ?? photos[0])?.value),
    attributes: {
      ...(Object.keys(name).length > 0 && { name }),
      ...(displayName !== undefined && { displayName }),
      ...(emails.length > 0 && { emails }),
      ...(photos.length > 0 && { photos }),
      ...(unassigned.length > 0 && { unassigned }),
    },
  };
}

/** A person as stored, with data from the account and from `scim_users`. */
export type StoredScimUser = ScimUser & {
  userId: UserId;
  /** In whole seconds since the Unix epoch, like `changedAt`. */
  createdAt: number;
  changedAt: number;
};

/**
 * Returns the attributes of a person that clients may change. Uses the values that the client has sent, or else values from the
 * account. An attribute that the client has removed is null.
 */
export function writableUser(user: StoredScimUser): Resource {
  const { userName, externalId, email, isActive: active, attributes, fullName } = user;
  const { name, displayName, emails = [], photos = [], unassigned = [] } = attributes;
  const hasAddress = emails.length > 0 && emailKey(accountEmail(emails, userName)) === emailKey(email);
  return {
    ...(externalId !== undefined && { externalId }),
    userName,
    ...(name && { name }),
    ...(displayName !== undefined && { displayName }),
    ...(!name && displayName === undefined && { displayName: fullName }),
    ...(unassigned.includes('displayName') && { displayName: null }),
    emails: hasAddress ? emails : [{ value: email, type: 'work', primary: true }],
    ...(photos.length > 0 && { photos }),
    active: active && unassigned.includes('active') ? null : active,
  };
}

/** Returns a person as a resource, without `meta` and groups. Attributes that the client has removed are absent. */
export function userResource(user: StoredScimUser): Resource {
  const resource = {
    schemas: [userSchema],
    id: String(user.userId),
    displayName: user.fullName,
    ...writableUser(user),
  };
  return Object.fromEntries(Object.entries(resource).filter(([, value]) => value !== null));
}
