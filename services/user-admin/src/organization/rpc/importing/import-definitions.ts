import { errors, ParleyError } from '@parley/core';
import type {
  ImportDefinitionsRequest,
  ImportDefinitionsResponse,
  ImportedDefinitionResult,
  ImportedLinkifier,
  ImportedProfileField,
} from '@parley/proto/useradmin/v1/importing';
import { requireOperator } from '@parley/rpc';
import { audit } from '../../../kernel/audit.ts';
import type { DbScope, TxScope } from '../../../kernel/scope.ts';
import type { Ctx } from '../../context.ts';
import { listImportedDefinitions, putImportedDefinition } from '../../db/imports.ts';
import { insertLinkifier, listLinkifiers } from '../../db/linkifiers.ts';
import { lockOrganization } from '../../db/organization.ts';
import { insertProfileField, listProfileFields } from '../../db/profile-fields.ts';
import { checkLinkifier, linkifierLimits } from '../../domain/linkifiers.ts';
import { checkProfileField, type ProfileField, profileFieldLimits } from '../../domain/profile-fields.ts';
import { announceLinkifiers, announceProfileFields } from '../../settings/announce-definitions.ts';

const maxDefinitions = 1_000;

type Import = { importId: number; isDryRun: boolean };

/** Those that are there stay as they are. Repeating a call changes nothing. */
export async function importDefinitions(
  ctx: Ctx,
  { importId, profileFields, linkifiers, dryRun: isDryRun }: ImportDefinitionsRequest,
  scope: DbScope,
): Promise<ImportDefinitionsResponse> {
  requireOperator(scope.call);
  ctx.writeGuard.check();
  if (Math.max(profileFields.length, linkifiers.length) > maxDefinitions)
    throw errors.badRequest('Invalid parameters');
  return scope.write(async (tx) => {
    await lockOrganization(tx);
    return {
      profileFields: await importFields(tx, { importId, isDryRun }, profileFields),
      linkifiers: await importLinkifiers(tx, { importId, isDryRun }, linkifiers),
    };
  });
}

async function importFields(
  tx: TxScope,
  { importId, isDryRun }: Import,
  given: readonly ImportedProfileField[],
): Promise<ImportedDefinitionResult[]> {
  const all = await listProfileFields(tx);
  const own = await listImportedDefinitions(tx, importId, 'profile field');
  const results: ImportedDefinitionResult[] = [];
  for (const each of given) {
    const there = all.find(({ name }) => name.toLowerCase() === each.name.trim().toLowerCase());
    if (there) {
      const known = own.has(there.id) ? 'created' : 'known';
      results.push(
        there.type === each.type ? { id: there.id, outcome: known } : { id: 0, outcome: 'refused' },
      );
      continue;
    }
    const field = all.length < profileFieldLimits.count ? validField(each, all) : undefined;
    if (!field) {
      results.push({ id: 0, outcome: 'refused' });
      continue;
    }
    const id = isDryRun ? 0 : await insertProfileField(tx, field);
    all.push({ ...field, id });
    results.push({ id, outcome: 'created' });
    if (isDryRun) continue;
    await putImportedDefinition(tx, importId, 'profile field', id);
    await audit(tx, { action: 'profile_field.added', details: { ...field, id } });
  }
  if (!isDryRun && results.some(({ outcome }) => outcome === 'created')) await announceProfileFields(tx);
  return results;
}

/** Returns a field if it is valid, if need be without its place in the summary, where only two fields are. */
function validField(
  { name, type, hint, data: fieldData, ...flags }: ImportedProfileField,
  others: readonly ProfileField[],
): ProfileField | undefined {
  const field = {
    id: 0,
    name,
    type,
    hint,
    fieldData,
    displayInProfileSummary: flags.isInSummary,
    isRequired: flags.isRequired,
    isEditableByUser: !flags.isLocked,
    isUsedForMatching: flags.isUsedForMatching,
  };
  for (const candidate of [field, { ...field, displayInProfileSummary: false, isUsedForMatching: false }]) {
    try {
      return checkProfileField(candidate, others);
    } catch (error) {
      if (!(error instanceof ParleyError)) throw error;
    }
  }
  return undefined;
}

async function importLinkifiers(
  tx: TxScope,
  { importId, isDryRun }: Import,
  given: readonly ImportedLinkifier[],
): Promise<ImportedDefinitionResult[]> {
  const all = await listLinkifiers(tx);
  const own = await listImportedDefinitions(tx, importId, 'linkifier');
  const results: ImportedDefinitionResult[] = [];
  for (const each of given) {
    const linkifier = {
      id: 0,
      pattern: each.pattern,
      urlTemplate: each.urlTemplate,
      exampleInput: each.exampleInput || null,
      reverseTemplate: each.reverseTemplate || null,
      alternativeUrlTemplates: each.alternativeUrlTemplates,
    };
    const there = all.find(({ pattern }) => pattern === each.pattern);
    if (there || all.length >= linkifierLimits.count || !isValid(() => checkLinkifier(linkifier))) {
      const known = there && own.has(there.id) ? 'created' : 'known';
      results.push({ id: there?.id ?? 0, outcome: there ? known : 'refused' });
      continue;
    }
    const id = isDryRun ? 0 : await insertLinkifier(tx, linkifier);
    all.push({ ...linkifier, id });
    results.push({ id, outcome: 'created' });
    if (isDryRun) continue;
    await putImportedDefinition(tx, importId, 'linkifier', id);
    const { pattern, urlTemplate } = linkifier;
    await audit(tx, { action: 'linkifier.added', details: { linkifierId: id, pattern, urlTemplate } });
  }
  if (!isDryRun && results.some(({ outcome }) => outcome === 'created')) await announceLinkifiers(tx);
  return results;
}

function isValid(check: () => void): boolean {
  try {
    check();
    return true;
  } catch (error) {
    if (error instanceof ParleyError) return false;
    throw error;
  }
}
