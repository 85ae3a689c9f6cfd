import type { OrganizationSettings } from '@parley/directory';
import { type CompiledLinkifier, compileLinkifier, LinkifierError } from '@parley/markdown';

/** Settings are values that are never changed: each is compiled once. */
const compiled = new WeakMap<OrganizationSettings, readonly CompiledLinkifier[]>();

/** The organization's linkifiers, ready to match. One that this release does not accept is left out. */
export function linkifiersOf(settings: OrganizationSettings): readonly CompiledLinkifier[] {
  let linkifiers = compiled.get(settings);
  if (!linkifiers) {
    linkifiers = settings.linkifiers.flatMap((source) => {
      try {
        return [compileLinkifier(source)];
      } catch (error) {
        if (error instanceof LinkifierError) return [];
        throw error;
      }
    });
    compiled.set(settings, linkifiers);
  }
  return linkifiers;
}
