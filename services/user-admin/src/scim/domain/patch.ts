/** Applies the operations of a PATCH request to a resource (RFC 7644, section 3.5.2). No I/O. */

import { isRecord } from '@parley/core';
import { type Filter, matches, memberOf, parseFilter, type Resource, shortPath } from './filter.ts';
import { isGroupMember } from './group-resource.ts';
import { invalid } from './scim-error.ts';

const maxOperations = 1_000;
const lists = new Set(['emails', 'photos', 'members']);

/** Attributes of the core schemas that are not stored. Clients send them, so they are accepted and ignored. */
const unstored = new Set(
  'nickname profileurl title usertype preferredlanguage locale timezone password phonenumbers ims addresses entitlements roles x509certificates'.split(
    ' ',
  ),
);
const readOnly = new Set(['id', 'meta', 'schemas', 'groups']);

type Path = { attribute: string; filter?: Filter; sub?: string };

/** Parses a path of the form `attribute`, `attribute.sub`, `attribute[filter]` or `attribute[filter].sub`. */
function parsePath(given: string): Path {
  const path = shortPath(given.trim());
  const bracket = path.indexOf('[');
  if (bracket < 0) {
    const [attribute = '', sub, ...more] = path.split('.');
    if (attribute === '' || more.length > 0) throw invalid('invalidPath', 'The path is not valid.');
    return sub === undefined ? { attribute } : { attribute, sub };
  }
  const end = path.lastIndexOf(']');
  const rest = path.slice(end + 1);
  if (end < bracket || !/^(\.\w+)?$/.test(rest)) throw invalid('invalidPath', 'The path is not valid.');
  const filter = parseFilter(path.slice(bracket + 1, end));
  const attribute = path.slice(0, bracket);
  return rest === '' ? { attribute, filter } : { attribute, filter, sub: rest.slice(1) };
}

/**
 * Applies the operations of a PATCH request, and returns the changed resource.
 * @param attributes names of the attributes that clients may change
 * @throws ScimError for an invalid operation, for an unknown attribute, and when a path names a read-only attribute
 */
export function applyPatch(resource: Resource, body: unknown, attributes: readonly string[]): Resource {
  const operations = memberOf(body, 'Operations');
  if (!Array.isArray(operations) || operations.length === 0 || operations.length > maxOperations) {
    throw invalid('invalidSyntax', 'Operations must be a list of operations.');
  }
  const changed = structuredClone(resource);
  for (const operation of operations) applyOperation(changed, operation, attributes);
  return changed;
}

function applyOperation(resource: Resource, operation: unknown, attributes: readonly string[]): void {
  const kind = String(memberOf(operation, 'op')).toLowerCase();
  const value = memberOf(operation, 'value');
  const path = memberOf(operation, 'path');
  if (kind !== 'add' && kind !== 'replace' && kind !== 'remove') {
    throw invalid('invalidSyntax', 'op must be add, replace or remove.');
  }
  if (typeof path === 'string' && path !== '') {
    change(resource, kind, path, value, attributes);
    return;
  }
  if (kind === 'remove') throw invalid('noTarget', 'remove needs a path.');
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalid('invalidValue', 'Without a path the value must be an object.');
  }
  for (const [name, each] of Object.entries(value)) {
    if (readOnly.has(name.toLowerCase())) continue;
    change(resource, kind, name, each, attributes);
  }
}

function change(
  resource: Resource,
  kind: 'add' | 'replace' | 'remove',
  given: string,
  value: unknown,
  attributes: readonly string[],
): void {
  if (given.toLowerCase().startsWith('urn:ietf:params:scim:schemas:extension:')) return;
  const path = parsePath(given);
  const name = path.attribute.toLowerCase();
  if (readOnly.has(name)) throw invalid('mutability', `${path.attribute} cannot be changed.`);
  const attribute = attributes.find((each) => each.toLowerCase() === name);
  if (attribute === undefined) {
    if (unstored.has(name)) return;
    throw invalid('invalidPath', `There is no attribute ${path.attribute}.`);
  }
  const { filter, sub } = path;
  if (filter) {
    changeElements(resource, { kind, attribute, filter, sub, value });
    return;
  }
  if (sub !== undefined) {
    const object: Record<string, unknown> = { ...objectOf(resource[attribute]) };
    const key = Object.keys(object).find((each) => each.toLowerCase() === sub.toLowerCase()) ?? sub;
    if (kind === 'remove') delete object[key];
    else object[key] = value;
    resource[attribute] = object;
    return;
  }
  if (kind === 'remove') {
    removeAttribute(resource, attribute, value);
    return;
  }
  if (kind === 'add' && lists.has(attribute)) {
    const added = [value].flat();
    // A person and a group of an earlier release may have the same ID, so the key contains the kind, too.
    const kind = (each: unknown) => (attribute === 'members' ? isGroupMember(each) : undefined);
    const key = (each: unknown) => JSON.stringify([memberOf(each, 'value') ?? each, kind(each)]);
    const keys = new Set(added.map(key));
    const before = listOf(resource, attribute).filter((each) => !keys.has(key(each)));
    const kept = added.some(isPrimary) ? before.map(withoutPrimary) : before;
    resource[attribute] = [...kept, ...added];
    return;
  }
  // Keeps sub-attributes that the value does not contain (RFC 7644, section 3.5.2.3).
  resource[attribute] =
    isRecord(value) && !lists.has(attribute) ? { ...objectOf(resource[attribute]), ...value } : value;
}

const objectOf = (value: unknown): object => (typeof value === 'object' && value !== null ? value : {});

const isPrimary = (element: unknown): boolean =>
  String(memberOf(element, 'primary')).toLowerCase() === 'true';

/** Removes the mark of the primary element, which an added one has (RFC 7644, section 3.5.2). */
const withoutPrimary = (element: unknown): unknown =>
  isPrimary(element) ? { ...objectOf(element), primary: false } : element;

const listOf = (resource: Resource, attribute: string): unknown[] => {
  const value = resource[attribute];
  return Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];
};

/** Removes an attribute. If the attribute is a list and the client sent elements of it, removes only these elements. */
function removeAttribute(resource: Resource, attribute: string, value: unknown): void {
  if (!lists.has(attribute) || value === undefined || value === null) {
    // `null` marks an unassigned value (RFC 7643, section 2.5). Without it, a default would apply.
    resource[attribute] = null;
    return;
  }
  const named: unknown[] = [value].flat();
  const isNamed = (element: unknown) =>
    named.some((each) => {
      if ((memberOf(each, 'value') ?? each) !== memberOf(element, 'value')) return false;
      const isTyped = memberOf(each, 'type') !== undefined || memberOf(each, '$ref') !== undefined;
      return attribute !== 'members' || !isTyped || isGroupMember(each) === isGroupMember(element);
    });
  const elements = listOf(resource, attribute);
  requireDistinct(attribute, elements.filter(isNamed));
  resource[attribute] = elements.filter((each) => !isNamed(each));
}

/**
 * Checks that a removal is unambiguous. A removal is ambiguous if a person and a group with the same ID match, and the client
 * did not send the type.
 * @throws ScimError otherwise
 */
function requireDistinct(attribute: string, removed: readonly unknown[]): void {
  const values = new Set(removed.map((each) => memberOf(each, 'value')));
  if (attribute === 'members' && values.size < removed.length) {
    throw invalid('invalidFilter', 'A person and a group have this id: type must say which one is removed.');
  }
}

function changeElements(
  resource: Resource,
  {
    kind,
    attribute,
    filter,
    sub,
    value,
  }: {
    kind: 'add' | 'replace' | 'remove';
    attribute: string;
    filter: Filter;
    sub?: string | undefined;
    value: unknown;
  },
): void {
  const elements = listOf(resource, attribute);
  const isChosen = (each: unknown) => matches(each, filter);
  if (kind === 'remove') {
    requireDistinct(attribute, elements.filter(isChosen));
    resource[attribute] =
      sub === undefined
        ? elements.filter((each) => !isChosen(each))
        : elements.map((each) => {
            if (!isChosen(each)) return each;
            return Object.fromEntries(Object.entries(objectOf(each)).filter(([name]) => name !== sub));
          });
    return;
  }
  const update = sub === undefined ? objectOf(value) : { [sub]: value };
  if (elements.some(isChosen)) {
    resource[attribute] = elements.map((each) => (isChosen(each) ? { ...objectOf(each), ...update } : each));
    return;
  }
  // Adds an element when none matches an equality filter, because clients also set `emails[type eq "work"].value` for people
  // who have no such address.
  if (filter.kind !== 'compare' || filter.operator !== 'eq') {
    throw invalid('noTarget', 'No element matches the path.');
  }
  resource[attribute] = [...elements, { [filter.path]: filter.value, ...update }];
}
