import { Parser, processors } from 'xml2js';

const redirectBinding = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';

/** The parts of an identity provider's metadata that are used. */
export type SamlMetadata = {
  entityId: string;
  /** URL for sign-in requests, to which the browser is redirected. */
  signInUrl: string;
  /** Certificates for the provider's signatures, as base64 of DER. There are several while the provider replaces its key. */
  certificates: string[];
};

/** An XML element in the form of the parser: attributes are in `$`, and child elements in arrays by name. */
type Node = { $?: Record<string, string>; _?: string } & { [child: string]: unknown };

/**
 * Parses the metadata of one identity provider (SAML 2.0). Element names are compared without namespaces, which is safe because
 * operators provide the file.
 * @throws Error that describes what is missing or invalid
 */
export function readSamlMetadata(xml: string): SamlMetadata {
  const root = parse(xml);
  const entities = root.EntitiesDescriptor
    ? children(root.EntitiesDescriptor as Node, 'EntityDescriptor')
    : root.EntityDescriptor
      ? [root.EntityDescriptor as Node]
      : [];
  const providers = entities.flatMap((entity) =>
    children(entity, 'IDPSSODescriptor').map((role) => ({ entity, role })),
  );
  if (providers.length > 1) throw new Error('it describes several identity providers');
  const [provider] = providers;
  if (!provider) throw new Error('it describes no identity provider');
  const entityId = provider.entity.$?.entityID;
  if (!entityId) throw new Error('it has no entityID');
  const signInUrl = children(provider.role, 'SingleSignOnService').find(
    ({ $ }) => $?.Binding === redirectBinding,
  )?.$?.Location;
  if (!signInUrl || !URL.canParse(signInUrl)) throw new Error('it has no sign-in address for redirects');
  const certificates = certificatesOf(provider.role);
  if (certificates.length === 0) throw new Error('it has no certificate of signatures');
  return { entityId, signInUrl, certificates };
}

function parse(xml: string): Node {
  // Refuses entities, because they can make a small document very large. Metadata do not need them.
  if (/<!DOCTYPE|<!ENTITY/i.test(xml)) throw new Error('it must not have a document type');
  let found: Node | undefined;
  const parser = new Parser({ async: false, tagNameProcessors: [processors.stripPrefix] });
  try {
    parser.parseString(xml, (error: Error | null, result: Node | null) => {
      if (!error && result) found = result;
    });
  } catch {}
  if (!found) throw new Error('it is no XML document');
  return found;
}

const certificatesOf = (role: Node): string[] =>
  children(role, 'KeyDescriptor')
    .filter(({ $ }) => ($?.use ?? 'signing') === 'signing')
    .flatMap((key) => children(key, 'KeyInfo'))
    .flatMap((info) => children(info, 'X509Data'))
    .flatMap((data) => children(data, 'X509Certificate'))
    .map(({ _ = '' }) => _.replaceAll(/\s/g, ''))
    .filter((certificate) => certificate !== '');

/** Returns the child elements with a name. The parser represents an element that contains only text as a string. */
function children(node: Node, name: string): Node[] {
  const found = node[name];
  if (!Array.isArray(found)) return [];
  return found.map((each: string | Node) => (typeof each === 'string' ? ({ _: each } as Node) : each));
}
