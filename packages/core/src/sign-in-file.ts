import { readFileSync } from 'node:fs';
import { isIPv4, isIPv6 } from 'node:net';
import { dirname, resolve } from 'node:path';
import { parseDocument } from 'yaml';
import { z } from 'zod';
import { ConfigError } from './config.ts';

/** The file that `PARLEY_SIGN_IN_FILE` names: the ways in which people sign in (docs/operations/sign-in.md). */
export type SignInConfig = {
  /** Whether people may sign in with a password that this server stores. */
  password: boolean;
  oidc: OidcConfig[];
  saml: SamlConfig[];
  jwt: JwtConfig[];
  proxy?: ProxyConfig | undefined;
  ldap?: LdapConfig | undefined;
  scim?: ScimConfig | undefined;
};

/** The sign-in methods of a deployment without a file: only passwords. */
export const noSignInMethods: SignInConfig = { password: true, oidc: [], saml: [], jwt: [] };

/** An ID is part of addresses, such as `/complete/oidc/{id}`. */
const id = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,39}$/, 'must consist of letters, digits, - and _');
const text = z.string().trim().min(1, 'must not be empty');

/** Accepts https, and http only on this machine, where nobody else can read the connection. */
const providerUrl = text.refine((value) => {
  const url = URL.parse(value);
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url));
}, 'must be a URL with https (http is accepted only for this machine)');

const isLoopback = ({ hostname }: URL): boolean => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);

/**
 * Maps a person's groups at the provider: `claim` is the claim or attribute that lists them, `admin` and `moderator`
 * are the groups that give these roles, and `members` names the user group for each group of the provider.
 */
const groups = z.strictObject({
  claim: text,
  admin: text.optional(),
  moderator: text.optional(),
  members: z.record(z.string(), text).optional(),
});

/** Whether people get the picture that the provider sends, and whether it replaces one that they uploaded themselves. */
const pictures = z.enum(['keep-own', 'replace-own', 'never']).default('keep-own');
export type PicturePolicy = z.output<typeof pictures>;

const options = {
  /** Whether people without an account get one when they sign in. */
  createAccounts: z.boolean().default(true),
  groups: groups.optional(),
  /** Names of profile fields, by the claim or attribute with their value. */
  profile: z.record(z.string(), text).default({}),
  pictures,
};

const secret = (read: (name: string) => string | undefined) =>
  z
    .union([text, z.strictObject({ env: text })], 'must be a text or { "env": "NAME" }')
    .transform((given, context) => {
      if (typeof given === 'string') return given;
      const value = read(given.env);
      if (value) return value;
      context.addIssue({ code: 'custom', message: `the variable ${given.env} is not set` });
      return z.NEVER;
    });

const fileText = (folder: string) =>
  text.transform((name, context) => {
    try {
      return readFileSync(resolve(folder, name), 'utf8');
    } catch {
      context.addIssue({ code: 'custom', message: `the file ${name} cannot be read` });
      return z.NEVER;
    }
  });

const attributes = (names: { email: string; name: string; picture: string }) =>
  z
    .strictObject({
      email: text.default(names.email),
      name: text.default(names.name),
      picture: text.default(names.picture),
    })
    .default(names);

/** Standard claims of tokens. */
const claims = { email: 'email', name: 'name', picture: 'picture' };

type Readers = { env: NodeJS.ProcessEnv; folder: string };

const oidc = ({ env }: Readers) =>
  z.strictObject({
    id,
    name: text,
    issuer: providerUrl,
    clientId: text,
    /** Absent for a public client, which PKCE alone protects. */
    clientSecret: secret((name) => env[name]).optional(),
    scopes: z
      .array(text)
      .refine((scopes) => scopes.includes('openid'), 'must contain openid')
      .default(['openid', 'email', 'profile']),
    attributes: attributes(claims),
    /** Whether addresses count as verified although the provider does not say so. */
    trustEmail: z.boolean().default(false),
    clockSkewSeconds: z.int().min(0).max(300).default(30),
    ...options,
  });

const saml = ({ env, folder }: Readers) =>
  z.strictObject({
    id,
    name: text,
    metadataFile: fileText(folder),
    attributes: attributes({ email: 'email', name: 'name', picture: 'jpegPhoto' }),
    /** Whether addresses count as verified. A company's own provider manages them, so the default is true. */
    trustEmail: z.boolean().default(true),
    /** PEM of the private key for encrypted assertions. */
    decryptionKey: secret((name) => env[name]).optional(),
    /** PEM of the certificate that belongs to `decryptionKey`; it is published in the metadata. */
    decryptionCertificate: text.optional(),
    clockSkewSeconds: z.int().min(0).max(300).default(30),
    ...options,
  });

const jwt = ({ env, folder }: Readers) =>
  z
    .strictObject({
      id,
      name: text,
      /** Where people sign in. This page sends them back with a token. */
      loginUrl: providerUrl,
      issuer: text,
      /** The public address of this server unless given. */
      audience: text.optional(),
      /** A secret that the issuer shares with this server (HS256, HS384, HS512). */
      secret: secret((name) => env[name])
        .pipe(z.string().min(32, 'must have at least 32 characters'))
        .optional(),
      /** PEM of the issuer's public key. */
      publicKeyFile: fileText(folder).optional(),
      /** The issuer's public keys (JWK set). */
      jwksUrl: providerUrl.optional(),
      attributes: attributes(claims),
      /** Whether addresses count as verified. The company's own portal names them, so the default is true. */
      trustEmail: z.boolean().default(true),
      clockSkewSeconds: z.int().min(0).max(300).default(30),
      ...options,
    })
    .refine(
      (config) => [config.secret, config.publicKeyFile, config.jwksUrl].filter(Boolean).length === 1,
      'exactly one of secret, publicKeyFile and jwksUrl is required',
    );

const headerName = text.regex(/^[A-Za-z0-9-]+$/, 'must be the name of a header');
/** Headers that clients send for other purposes, or that carry credentials. */
const isReservedHeader = (name: string): boolean =>
  ['authorization', 'cookie', 'host', 'x-forwarded-for', 'x-real-ip'].includes(name.toLowerCase());

const network = text.refine((value) => {
  const [address = '', prefix, ...more] = value.split('/');
  const bits = isIPv4(address) ? 32 : isIPv6(address) ? 128 : 0;
  const isPrefix = prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits);
  return bits > 0 && isPrefix && more.length === 0;
}, 'must be an address or a network, such as 10.0.0.5 or 10.0.0.0/24');

const proxy = ({ env }: Readers) =>
  z.strictObject({
    id: id.default('sso'),
    name: text,
    /** Addresses and networks whose headers are trusted. */
    proxies: z.array(network).min(1, 'must name at least one address').max(100),
    /** A secret that the proxy sends in `secretHeader`; without one, the address alone is the proof. */
    secret: secret((name) => env[name])
      .pipe(z.string().min(16, 'must have at least 16 characters'))
      .optional(),
    secretHeader: headerName.default('X-Proxy-Secret'),
    /** Header with an identifier of the person that never changes. */
    userHeader: headerName
      .refine((name) => !isReservedHeader(name), 'is a header of clients')
      .default('X-Remote-User'),
    emailHeader: headerName.optional(),
    nameHeader: headerName.optional(),
    /** Domain of the addresses when headers contain only the part before `@`. */
    emailDomain: text.optional(),
    /** Ends the session at the proxy. */
    logoutUrl: providerUrl.optional(),
    createAccounts: options.createAccounts,
    groups: options.groups,
  });

/**
 * The share of people who may be deactivated without permission, so that a wrong rule at the provider locks out few.
 */
const maxDeactivatedShare = z.number().min(0).max(1).default(0.1);

const ldap = ({ env, folder }: Readers) =>
  z.strictObject({
    url: text.refine(
      (value) => ['ldap:', 'ldaps:'].includes(URL.parse(value)?.protocol ?? ''),
      'must be a URL (ldap, ldaps)',
    ),
    startTls: z.boolean().default(false),
    /** Certificate authorities of the directory, PEM; those of the system unless given. */
    caFile: fileText(folder).optional(),
    bindDn: text.optional(),
    bindPassword: secret((name) => env[name]).optional(),
    baseDn: text,
    userFilter: text
      .refine((filter) => filter.includes('{login}'), 'must contain {login}')
      .default('(mail={login})'),
    attributes: z
      .strictObject({
        /**
         * Attribute that identifies a person permanently, also after a change of name; the DN when the directory has
         * none.
         */
        id: text.default('entryUUID'),
        email: text.default('mail'),
        name: text.default('cn'),
        picture: text.default('jpegPhoto'),
      })
      .default({ id: 'entryUUID', email: 'mail', name: 'cn', picture: 'jpegPhoto' }),
    groupBaseDn: text.optional(),
    /** Finds the groups of a person; `{dn}` is the person. */
    groupFilter: text
      .refine((filter) => filter.includes('{dn}'), 'must contain {dn}')
      .default('(member={dn})'),
    /** Whether the groups that contain the groups of a person count, too. */
    nestedGroups: z.boolean().default(false),
    timeoutMs: z.int().min(100).max(20_000).default(5_000),
    /** Finds the people who have accounts, for `admin.js sync-directory`. */
    syncFilter: text.default('(mail=*)'),
    maxDeactivatedShare,
    ...options,
  });

const scim = ({ env }: Readers) =>
  z.strictObject({
    token: secret((name) => env[name]).pipe(z.string().min(8, 'must have at least 8 characters')),
    maxDeactivatedShare,
    pictures,
  });

const uniqueIds = (methods: readonly { id: string }[]): boolean =>
  new Set(methods.map((method) => method.id)).size === methods.length;

const shape = (readers: Readers) =>
  z
    .strictObject({
      password: z.boolean().default(true),
      oidc: z.array(oidc(readers)).max(50).refine(uniqueIds, 'two providers have the same id').default([]),
      saml: z.array(saml(readers)).max(50).refine(uniqueIds, 'two providers have the same id').default([]),
      jwt: z.array(jwt(readers)).max(50).refine(uniqueIds, 'two providers have the same id').default([]),
      proxy: proxy(readers).optional(),
      ldap: ldap(readers).optional(),
      scim: scim(readers).optional(),
    })
    .refine(
      ({ password, oidc, saml, jwt, proxy, ldap }) =>
        password || oidc.length + saml.length + jwt.length > 0 || proxy !== undefined || ldap !== undefined,
      'password is false, and there is no other way to sign in',
    );

export type OidcConfig = z.output<ReturnType<typeof oidc>>;
/** `metadataFile` holds the content of the file, as `caFile` does. */
export type SamlConfig = z.output<ReturnType<typeof saml>>;
/** `publicKeyFile` holds the content of the file. */
export type JwtConfig = z.output<ReturnType<typeof jwt>>;
export type ProxyConfig = z.output<ReturnType<typeof proxy>>;
export type LdapConfig = z.output<ReturnType<typeof ldap>>;
export type ScimConfig = z.output<ReturnType<typeof scim>>;

/**
 * Reads and checks the file of sign-in methods, JSON or YAML. Names of other files in it are relative to its folder.
 * @throws ConfigError naming every fault with its place. It contains no value, because values may be secrets
 */
export function readSignInFile(path: string, env: NodeJS.ProcessEnv): SignInConfig {
  const fail = (problems: readonly string[]) =>
    new ConfigError(problems.map((problem) => `PARLEY_SIGN_IN_FILE ${path}: ${problem}`));
  let content: string;
  try {
    content = readFileSync(path, 'utf8');
  } catch (error) {
    throw fail([`cannot be read (${(error as NodeJS.ErrnoException).code}).`]);
  }
  const document = parseDocument(content, { prettyErrors: false });
  if (document.errors.length > 0) {
    // The parser's messages can quote the file.
    const places = document.errors.map(({ pos }) => content.slice(0, pos[0]).split('\n').length);
    throw fail(places.map((line) => `line ${line} is not valid JSON or YAML.`));
  }
  const parsed = shape({ env, folder: dirname(path) }).safeParse(document.toJS() ?? {});
  if (parsed.success) return parsed.data;
  throw fail(parsed.error.issues.flatMap(problemsOf));
}

function problemsOf(issue: z.core.$ZodIssue): string[] {
  const place = (path: readonly PropertyKey[]) =>
    path.reduce<string>(
      (before, key) =>
        typeof key === 'number' ? `${before}[${key}]` : `${before}${before && '.'}${String(key)}`,
      '',
    );
  const at = place(issue.path);
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => `${place([...issue.path, key])}: there is no such setting.`);
  }
  const missing = issue.code === 'invalid_type' && issue.input === undefined;
  return [`${at || 'the file'}: ${missing ? 'is missing or of the wrong type' : issue.message}.`];
}
