// Gives the types of `packages/proto/src/ids.ts` to fields of generated messages. The name of a field says which ID it holds.
// This is for types only: what the code does stays the same.

const kinds = Object.entries({
  UserId:
    /^(user|\w*User|actor|author|bot|\w+Bot|creator|editor|guest|inviter|member|\w+Member|self|sender|\w+Sender|\w*Participant|viewer|owner|\w+Owner)$/,
  ChannelId: /^(channel|\w+Channel)$/,
  // Not `scheduledMessageId`: scheduled messages have IDs of their own.
  MessageId:
    /^(message|(first|last|after|before|boundary|until|upTo|newest|oldest|max|anchor|except|seen)Message)$/,
  GroupId: /^(group|\w+Group|subgroup|\w+Subgroup)$/,
});

/**
 * Returns the type of the ID that a name holds, without its ending `Id` or `Ids`.
 * @param {string} name
 */
export const typeOfId = (name) => kinds.find(([, names]) => names.test(name))?.[0];

const field = /(^ {2}|\{ \$case: "\w+"; )(\w+?)(Ids?)(\??: )number(?=\[\];$| \| undefined;$|;$| \})/gm;

/**
 * Returns the generated source with types of IDs.
 * @param {string} source
 * @param {string} idsPath path from the folder of the generated file to the module of the types
 */
export function withBrandedIds(source, idsPath) {
  const used = new Set();
  const branded = source.replace(field, (found, before, name, ids, colon) => {
    const type = typeOfId(name);
    if (!type) return found;
    used.add(type);
    return `${before}${name}${ids}${colon}${type}`;
  });
  if (used.size === 0) return source;
  const line = `import type { ${[...used].sort().join(', ')} } from "${idsPath}";\n`;
  const at = branded.search(/^(import|export) /m);
  return branded.slice(0, at) + line + branded.slice(at);
}
