import { escapeHtml } from '../escape.ts';
import { grammars } from './grammars.ts';
import { type CompiledGrammar, compileGrammar, lex } from './lexer.ts';
import { lexCss, lexDiff, lexIni, lexJson, lexMarkup, lexYaml } from './markup.ts';
import { languageNames } from './names.ts';

/** A language of code blocks. `name` is the display name in the block's attribute. */
export type Language = { readonly name: string };

const markup: Readonly<Record<string, (code: string) => string>> = {
  HTML: lexMarkup,
  XML: lexMarkup,
  Vue: lexMarkup,
  JSON: lexJson,
  Diff: lexDiff,
  INI: lexIni,
  TOML: lexIni,
  Properties: lexIni,
  YAML: lexYaml,
  CSS: lexCss,
  SCSS: lexCss,
  LessCss: lexCss,
};

const byAlias = new Map<string, Language>();
for (const [name, aliases] of Object.entries(languageNames)) {
  const language = { name };
  for (const alias of [name, ...aliases.split(' ')]) byAlias.set(alias.toLowerCase(), language);
}
const compiled = new Map<string, CompiledGrammar>();

/** Finds a language by any of its names. Upper and lower case do not matter. Undefined for an unknown name. */
export function findLanguage(typed: string): Language | undefined {
  return byAlias.get(typed.toLowerCase());
}

/** Returns HTML with the short class names of Pygments. Code in a language without a lexer is only escaped. */
export function highlight(code: string, language: Language): string {
  const special = markup[language.name];
  if (special !== undefined) return special(code);
  let grammar = compiled.get(language.name);
  if (grammar === undefined) {
    const source = grammars[language.name];
    if (source === undefined) return escapeHtml(code);
    grammar = compileGrammar(source);
    compiled.set(language.name, grammar);
  }
  return lex(code, grammar);
}
