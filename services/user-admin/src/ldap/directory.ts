import { errors, type LdapConfig, ParleyError, QueueFullError, Semaphore } from '@parley/core';
import { Client, type Entry, InvalidCredentialsError } from 'ldapts';
import { type ExternalIdentity, profileValues } from '../access/domain/external-identity.ts';
import type { LdapPasswords } from '../access/passwords/ldap-passwords.ts';
import { pictureAddress } from '../accounts/domain/provider-picture.ts';
import { providerUnavailable } from '../identity-providers/provider-request.ts';
import type { LdapEntry } from './domain/entry.ts';

/**
 * Maximum number of concurrent sign-ins at the directory, and of waiting ones. If the directory takes a second per sign-in, 50
 * sign-ins per second need 50 slots. The queue is short, so that a directory that does not answer blocks only few people.
 */
const concurrent = 64;
const maxWaiting = 64;
/** Maximum number of groups that are read for a person, and of levels of nested groups. */
const maxGroups = 1_000;
const maxGroupLevels = 20;
/** Maximum number of members in one search for groups. */
const membersInSearch = 100;

/** Number of people in one page of results. Active Directory returns at most 1,000. */
const pageSize = 500;

/** LDAP directory, which checks passwords and lists people. */
export type Ldap = Pick<LdapPasswords, 'signIn'> & {
  /** Yields pages of all people in the directory. @throws UNAVAILABLE */
  people(): AsyncGenerator<LdapEntry[]>;
};

/** Client of a directory (LDAP, Active Directory). Each sign-in opens its own connections. */
export class LdapDirectory implements Ldap {
  readonly #config: LdapConfig;
  readonly #slots = new Semaphore(concurrent, maxWaiting);
  /** Attributes of a person that are read. */
  readonly #wanted: string[];

  constructor(config: LdapConfig) {
    const { picture: _, ...described } = config.attributes;
    this.#config = config;
    this.#wanted = [...new Set([...Object.values(described), ...Object.keys(config.profile)])];
  }

  async signIn(login: string, password: string, signal?: AbortSignal): Promise<ExternalIdentity | undefined> {
    // Refuses an empty password, because directories accept a bind without a password for everybody (RFC 4513, section
    // 5.1.2).
    if (login === '' || password === '') return undefined;
    try {
      return await this.#slots.run(() => this.#attempt(login, password), signal);
    } catch (error) {
      throw error instanceof QueueFullError ? errors.manySignIns() : providerUnavailable(error);
    }
  }

  async *people(): AsyncGenerator<LdapEntry[]> {
    const { attributes, baseDn, syncFilter } = this.#config;
    const client = createClient(this.#config);
    try {
      await open(client, this.#config);
      await this.#bind(client);
      const pages = client.searchPaginated(baseDn, {
        scope: 'sub',
        filter: syncFilter,
        attributes: this.#wanted,
        explicitBufferAttributes: [attributes.id],
        paged: { pageSize },
      });
      for await (const { searchEntries } of pages) {
        yield searchEntries.map((entry) => ({
          subject: idOf(entry, attributes.id),
          email: firstOf(entry, attributes.email),
          fullName: firstOf(entry, attributes.name),
        }));
      }
    } catch (error) {
      throw error instanceof ParleyError ? error : providerUnavailable(error);
    } finally {
      await client.unbind().catch(() => undefined);
    }
  }

  async #attempt(login: string, password: string): Promise<ExternalIdentity | undefined> {
    const config = this.#config;
    const { attributes, profile } = config;
    return connected(config, async (client) => {
      await this.#bind(client);
      const entry = await this.#find(client, login);
      if (!entry) return undefined;
      const groups = await this.#groupsOf(client, entry.dn);
      if (!(await isPassword(config, entry.dn, password))) return undefined;
      const claims = Object.fromEntries(Object.keys(profile).map((name) => [name, firstOf(entry, name)]));
      return {
        method: 'ldap',
        subject: idOf(entry, attributes.id),
        email: firstOf(entry, attributes.email),
        // Addresses count as verified, because the company maintains the directory.
        isEmailVerified: true,
        fullName: firstOf(entry, attributes.name),
        groups,
        profile: profileValues(claims, profile),
        picture: pictureAddress([attributeOf(entry, attributes.picture)].flat()[0]),
      };
    });
  }

  /** Signs in as the server's own account, if it has one. */
  async #bind(client: Client): Promise<void> {
    const { bindDn, bindPassword = '' } = this.#config;
    if (bindDn !== undefined) await client.bind(bindDn, bindPassword);
  }

  async #find(client: Client, login: string): Promise<Entry | undefined> {
    const { baseDn, userFilter, attributes, pictures } = this.#config;
    const { searchEntries } = await client.search(baseDn, {
      scope: 'sub',
      filter: userFilter.replaceAll('{login}', () => escapeFilterValue(login)),
      attributes: pictures === 'never' ? this.#wanted : [...this.#wanted, attributes.picture],
      explicitBufferAttributes: [attributes.id, attributes.picture],
      sizeLimit: 2,
    });
    // A login name that two entries have does not identify a person.
    return searchEntries.length === 1 ? searchEntries[0] : undefined;
  }

  async #groupsWith(client: Client, members: readonly string[], claim: string): Promise<Entry[]> {
    const { baseDn, groupBaseDn = baseDn, groupFilter } = this.#config;
    const filters = members.map((dn) => groupFilter.replaceAll('{dn}', () => escapeFilterValue(dn))).join('');
    const { searchEntries } = await client.search(groupBaseDn, {
      scope: 'sub',
      filter: members.length === 1 ? filters : `(|${filters})`,
      attributes: [claim],
      sizeLimit: maxGroups,
    });
    return searchEntries;
  }

  async #groupsOf(client: Client, dn: string): Promise<string[] | undefined> {
    const { groups, nestedGroups } = this.#config;
    if (!groups) return undefined;
    /** Groups by DN in lower case. The search continues from each group only once, even if the group contains itself. */
    const found = new Map<string, Entry>();
    let members = [dn];
    for (let level = 0; members.length > 0 && level < maxGroupLevels; level++) {
      const next: string[] = [];
      for (let at = 0; at < members.length; at += membersInSearch) {
        const part = members.slice(at, at + membersInSearch);
        for (const entry of await this.#groupsWith(client, part, groups.claim)) {
          const key = entry.dn.toLowerCase();
          if (found.has(key) || found.size >= maxGroups) continue;
          found.set(key, entry);
          next.push(entry.dn);
        }
      }
      members = nestedGroups ? next : [];
    }
    return [...found.values()].flatMap((entry) => textsOf(entry, groups.claim));
  }
}

/** Opens a separate connection, because a bind changes the permissions of its connection. */
function isPassword(config: LdapConfig, dn: string, password: string): Promise<boolean> {
  return connected(config, async (client) => {
    try {
      await client.bind(dn, password);
      return true;
    } catch (error) {
      if (error instanceof InvalidCredentialsError) return false;
      throw error;
    }
  });
}

async function connected<T>(config: LdapConfig, use: (client: Client) => Promise<T>): Promise<T> {
  const client = createClient(config);
  try {
    await open(client, config);
    return await use(client);
  } finally {
    await client.unbind().catch(() => undefined);
  }
}

const tlsOptionsOf = ({ url, caFile }: LdapConfig) => ({
  host: new URL(url).hostname,
  ...(caFile !== undefined && { ca: caFile }),
});

function createClient(config: LdapConfig): Client {
  const { url, timeoutMs } = config;
  return new Client({
    url,
    timeout: timeoutMs,
    connectTimeout: timeoutMs,
    strictDN: false,
    ...(url.startsWith('ldaps:') && { tlsOptions: tlsOptionsOf(config) }),
  });
}

/** Encrypts the connection with STARTTLS if that is configured. */
async function open(client: Client, config: LdapConfig): Promise<void> {
  if (config.startTls) await client.startTLS(tlsOptionsOf(config));
}

/**
 * Escapes a value for an LDAP filter: the characters `*`, `(`, `)` and `\`, control characters, and everything beyond ASCII.
 * @see https://www.rfc-editor.org/rfc/rfc4515#section-3
 */
export function escapeFilterValue(value: string): string {
  return Array.from(Buffer.from(value), (byte) => {
    const char = String.fromCharCode(byte);
    const isPlain = byte >= 0x20 && byte < 0x7f && !'*()\\'.includes(char);
    return isPlain ? char : `\\${byte.toString(16).padStart(2, '0')}`;
  }).join('');
}

function textsOf(entry: Entry, name: string): string[] {
  const value = attributeOf(entry, name);
  const values: (string | Buffer)[] = Array.isArray(value) ? value : value === undefined ? [] : [value];
  return values.map((each) => each.toString());
}

/** Returns the first value of an attribute; empty for none. */
const firstOf = (entry: Entry, name: string): string => textsOf(entry, name)[0] ?? '';

/** Returns the value of an attribute. Names of attributes are compared without case. */
const attributeOf = (entry: Entry, name: string) =>
  entry[Object.keys(entry).find((key) => key.toLowerCase() === name.toLowerCase()) ?? name];

/** Its ID attribute, as hexadecimal if it is binary; without one, its distinguished name. */
function idOf(entry: Entry, name: string): string {
  const value = attributeOf(entry, name);
  const first = Array.isArray(value) ? value[0] : value;
  if (first === undefined || first.length === 0) return `dn:${entry.dn.toLowerCase()}`;
  const bytes = Buffer.from(first);
  const text = bytes.toString();
  return /^[\x20-\x7e]+$/.test(text) ? text : bytes.toString('hex');
}
