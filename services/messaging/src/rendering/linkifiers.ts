import type { Organization } from '@parley/directory';
import { type CompiledLinkifier, compileLinkifier, LinkifierError } from '@parley/markdown';

/** Settings are values that are never changed: each is compiled once. */
const compiled = new WeakMap<Organization, readonly CompiledLinkifier[]>();

/** The organization's linkifiers, ready to match. One that this release does not accept is left out. */
export function linkifiersOf(organization: Organization): readonly CompiledLinkifier[] {
  let linkifiers = compiled.get(organization);
  if (!linkifiers) {
    linkifiers = organization.linkifiers.flatMap((source) => {
      try {
        return [compileLinkifier(source)];
      } catch (error) {
        if (error instanceof LinkifierError) return [];
        throw error;
      }
    });
    compiled.set(organization, linkifiers);
  }
  return linkifiers;
}
