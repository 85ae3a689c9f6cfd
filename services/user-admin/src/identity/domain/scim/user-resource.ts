/** People as resources of SCIM (RFC 7643, section 4.1). Does no I/O. */
import { emailKey } from '@parley/rules';
import { checkEmail } from '../account-rules.ts';
import { usableName } from '../external-identity.ts';
import { pictureAddress } from '../provider-picture.ts';
import { memberOf, type Resource } from './filter.ts';
import { invalid } from './scim-error.ts';

export const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User';

/** The attributes that clients may change. All others have no effect, above all roles and passwords. */
export const userAttributes = [
  'externalId',
  'userName',
  'name',
  'displayName',
  'emails',
  'photos',
  'active',
] as const;

/** People have at most this number of addresses, and of pictures, at the provider. */
const maxEmails = 20;
const maxPhotos = 20;
const maxPhotoLength = 2_000;

type Name = { formatted?: string; familyName?: string; givenName?: string };

/** A person as a provisioning client sends them. */
export type ScimUser = {
  userName: string;
  externalId: string | undefined;
  email: string;
  /** The name of the account. */
  fullName: string;
  isActive: boolean;
  /** Address of the picture; undefined when the client did not send one. */
  picture?: string | undefined;
  /** What accounts do not have: parts of the name, and further addresses and pictures. */
  attributes: {
    name?: Name;
    displayName?: string;
    emails?: Email[];
    photos?: Photo[];
    unassigned?: Unassignable[];
  };
};

/** Attributes that follow from the account until a client removes them from the resource. */
const unassignable = ['displayName', 'active'] as const;
type Unassignable = (typeof unassignable)[number];

type Email = { value: string; type?: string; display?: string; primary?: boolean };
type Photo = Omit<Email, 'display'>;

const maxLength = 255;

function textOf(resource: unknown, name: string): string | undefined {
  const value = memberOf(resource, name);
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string' || value.length > maxLength || value.includes('\0')) {
    throw invalid('invalidValue', `${name} must be a text of at most ${maxLength} characters.`);
  }
  return value.trim() === '' ? undefined : value;
}

/** Reads booleans, which some clients send as text. */
function isActive(resource: Resource): boolean {
  const value = memberOf(resource, 'active');
  if (value === undefined || value === null) return true;
  const text = String(value).toLowerCase();
  if (text !== 'true' && text !== 'false') throw invalid('invalidValue', 'active must be true or false.');
  return text === 'true';
}

/** Reads whether a value of a list is the primary one, when the client says it. Some clients send text. */
function primaryOf(value: unknown): { primary?: boolean } {
  const primary = memberOf(value, 'primary');
  if (primary === undefined || primary === null) return {};
  return { primary: String(primary).toLowerCase() === 'true' };
}

/** Reads the list of addresses. Some clients send one address, or texts instead of objects. */
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

/** Reads the list of pictures, by their addresses. Others, such as pictures in the resource itself, have no effect. */
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

/** Returns the address of the account: the primary one, else the first, else the user name when it is an address. */
function accountEmail(emails: readonly Email[], userName: string): string {
  const email = (emails.find(({ primary }) => primary) ?? emails[0])?.value;
  if (email !== undefined) return email;
  if (userName.includes('@')) return userName;
  throw invalid('invalidValue', 'emails must contain an address.');
}

/** Reads a person from a resource. @throws ScimError, BAD_REQUEST for an address that accounts may not have */
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

/** What the server stores about a person. */
export type StoredScimUser = ScimUser & {
  userId: number;
  /** Unix time, whole seconds. */
  createdAt: number;
  changedAt: number;
};

/**
 * Returns the attributes of a person that clients may change, as they were sent; else as they follow from the account.
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

/** Returns what clients see of a person, without `meta` and groups. Unassigned attributes are absent. */
export function userResource(user: StoredScimUser): Resource {
  const resource = {
    schemas: [userSchema],
    id: String(user.userId),
    displayName: user.fullName,
    ...writableUser(user),
  };
  return Object.fromEntries(Object.entries(resource).filter(([, value]) => value !== null));
}
