import type { Organization } from '@parley/facts';
import { type CompiledLinkifier, compileLinkifier, LinkifierError } from '@parley/markdown';

/** Compiled linkifiers of each organization object. The cache of facts replaces the object when the organization changes. */
const compiled = new WeakMap<Organization, readonly CompiledLinkifier[]>();

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
