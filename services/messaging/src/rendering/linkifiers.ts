import type { Organization } from '@parley/directory';
import { type CompiledLinkifier, compileLinkifier, LinkifierError } from '@parley/markdown';

/** Organizations are immutable objects, so the linkifiers of each are compiled once. */
const compiled = new WeakMap<Organization, readonly CompiledLinkifier[]>();

/** Returns the organization's compiled linkifiers, without those that this release rejects. */
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
