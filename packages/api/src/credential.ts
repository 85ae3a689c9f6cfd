import { type Credential, type CredentialKind, credentials } from '@parley/rules';
import { z } from 'zod';

/** Name of the metadata that tells which kind of credential a field contains. The OpenAPI document shows it, too. */
export const credentialMark = 'x-credential';

/**
 * Declares a field that contains a credential. Only the guard returns texts of its type (`handOut` and `handOutIf` of
 * `@parley/rules`), so code that writes the field without asking the guard does not compile.
 */
export const credential = <Kind extends CredentialKind>(kind: Kind) =>
  z.string().meta({
    [credentialMark]: kind,
    description: `Opens ${credentials[kind].opens}.`,
  }) as unknown as z.ZodType<Credential<Kind>>;
