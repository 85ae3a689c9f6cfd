import type { Grammar, StringRule } from './lexer.ts';

// Grammars, and parts of grammars, that several languages share.

/** Returns rules for single-quoted and double-quoted strings. @param single @param double classes of the two kinds */
export const quotes = (single: string, double: string): StringRule[] => [
  { open: '"', close: '"', class: double },
  { open: "'", close: "'", class: single },
];
export const backtick: StringRule = { open: '`', close: '`', class: 'sb', multiline: true };
export const c = { lineComments: ['//'], blockComments: [['/*', '*/']] } as const;
export const hash = { lineComments: ['#'] } as const;

export const javascript: Grammar = {
  ...c,
  strings: [...quotes('s1', 's2'), backtick],
  words: {
    k: 'await break case catch continue debugger default delete do else finally for if in instanceof new of return switch this throw try typeof void while with yield async as from',
    kd: 'const let var function class extends static get set super constructor',
    kr: 'import export abstract enum implements interface package private protected public',
    kc: 'true false null undefined NaN Infinity',
    nb: 'Array Boolean Date Error JSON Map Math Number Object Promise Proxy Reflect RegExp Set String Symbol WeakMap WeakSet console document globalThis isFinite isNaN parseFloat parseInt process require window',
  },
  after: { function: 'nf', class: 'nc', extends: 'nc', new: 'nc' },
  call: 'nx',
  sigils: { '@': 'nd' },
};

export const java: Grammar = {
  ...c,
  strings: [
    { open: '"""', close: '"""', class: 's', multiline: true },
    { open: '"', close: '"', class: 's' },
    { open: "'", close: "'", class: 'sc' },
  ],
  words: {
    k: 'assert break case catch continue default do else finally for if instanceof new return switch super synchronized this throw try while yield when',
    kd: 'abstract class const enum extends final implements interface native private protected public record sealed static strictfp throws transient volatile var permits',
    kt: 'boolean byte char double float int long short void',
    kn: 'import package',
    kc: 'true false null',
  },
  after: { class: 'nc', interface: 'nc', enum: 'nc', record: 'nc', import: 'nn', package: 'nn', new: 'nc' },
  call: 'nf',
  sigils: { '@': 'nd' },
};

export const cWords = {
  k: 'break case const continue default do else enum extern for goto if inline register restrict return sizeof static struct switch typedef union volatile while',
  kt: 'bool char double float int long short signed unsigned void size_t ssize_t int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t wchar_t',
  nb: 'NULL',
  kc: 'true false',
};
export const cFamily: Grammar = {
  ...c,
  strings: [
    { open: '"', close: '"', class: 's' },
    { open: "'", close: "'", class: 'sc' },
  ],
  words: cWords,
  after: { struct: 'nc', enum: 'nc', union: 'nc' },
  call: 'nf',
  preprocessor: '#',
};

export const csharp: Grammar = {
  ...java,
  words: {
    k: 'as async await base break case catch checked continue default do else finally fixed for foreach from goto group if in into is join lock new nameof orderby out params ref return select sizeof stackalloc switch this throw try typeof unchecked unsafe using var when where while yield get set init',
    kd: 'abstract class const delegate enum event explicit extern implicit interface internal operator override partial private protected public readonly record sealed static struct virtual volatile',
    kt: 'bool byte char decimal double dynamic float int long object sbyte short string uint ulong ushort void',
    kn: 'namespace',
    kc: 'true false null',
  },
  after: { class: 'nc', interface: 'nc', struct: 'nc', enum: 'nc', namespace: 'nn', using: 'nn', new: 'nc' },
  preprocessor: '#',
};

export const sql: Grammar = {
  lineComments: ['--'],
  blockComments: [['/*', '*/']],
  strings: [
    { open: "'", close: "'", class: 's1', multiline: true, escapes: false },
    { open: '"', close: '"', class: 's2', escapes: false },
    { open: '`', close: '`', class: 'n', escapes: false },
  ],
  ignoreCase: true,
  words: {
    k: 'add all alter analyze and any as asc begin between by cascade case check column commit conflict constraint create cross current database default delete desc distinct do drop else end except exclude exists explain fetch filter first for foreign from full function generated grant group having if ilike in index inner insert intersect into is join key language lateral left like limit materialized natural not nulls of offset on only or order outer over partition primary recursive references replace returning returns revoke right rollback row rows schema select sequence set table temporary then to transaction trigger truncate union unique update using vacuum values view when where window with',
    kt: 'bigint bigserial boolean bytea char character date decimal double float int int4 int8 integer interval json jsonb numeric real serial smallint text time timestamp timestamptz uuid varchar blob',
    kc: 'true false null',
    nb: 'avg coalesce count lower max min now nullif sum upper',
  },
};

export const shell: Grammar = {
  ...hash,
  strings: [
    { open: '"', close: '"', class: 's2', multiline: true },
    { open: "'", close: "'", class: 's1', multiline: true, escapes: false },
    { open: '`', close: '`', class: 'sb', multiline: true },
  ],
  identifier: /[A-Za-z_][\w-]*/y,
  words: {
    k: 'if fi else elif then for in while do done case esac function select continue until time return break',
    nb: 'alias bg bind builtin cd command declare dirs disown echo enable eval exec exit export false fc fg getopts hash help history jobs kill let local logout popd printf pushd pwd read readonly set shift shopt source suspend test times trap true type typeset ulimit umask unalias unset wait sudo',
  },
  after: { function: 'nf' },
  sigils: { $: 'nv' },
};

export const ruby: Grammar = {
  ...hash,
  strings: [...quotes('s1', 's2'), backtick],
  identifier: /[A-Za-z_]\w*[?!]?/y,
  words: {
    k: 'alias and begin BEGIN break case class def defined? do else elsif end END ensure for if in module next not or redo rescue retry return super then undef unless until when while yield include extend private protected public raise require require_relative attr_accessor attr_reader attr_writer',
    kc: 'true false nil self',
    nb: 'puts print p lambda proc loop format gets',
  },
  after: { def: 'nf', class: 'nc', module: 'nn' },
  capitalized: 'no',
  sigils: { '@': 'vi', $: 'vg', ':': 'ss' },
};

export const lisp: Grammar = {
  lineComments: [';'],
  strings: [{ open: '"', close: '"', class: 's', multiline: true }],
  identifier: /[A-Za-z_*+!?<>=/&-][\w*+!?<>=/&.-]*/y,
  words: {
    k: 'and begin case cond declare def defmacro defn defun defvar define defparameter do else fn for if lambda let let* letrec loop ns or progn quote recur require set! setq unless use when when-let',
    kc: 'nil true false t',
  },
  after: { defun: 'nf', defn: 'nf', define: 'nf', defmacro: 'nf', def: 'nv', defvar: 'nv', ns: 'nn' },
  sigils: { ':': 'ss' },
};

export const ml: Grammar = {
  blockComments: [['(*', '*)']],
  strings: [{ open: '"', close: '"', class: 's2', multiline: true }],
  words: {
    k: 'and as assert begin class constraint do done downto else end exception external for fun function functor if in include inherit initializer lazy let match member method module mutable namespace new object of open or private rec sig struct then to try type use val virtual when while with yield',
    kt: 'bool char float int list option string unit array',
    kc: 'true false',
  },
  after: { module: 'nn', open: 'nn', type: 'nc' },
  capitalized: 'nc',
};
