import {
  backtick,
  c,
  cFamily,
  csharp,
  cWords,
  hash,
  java,
  javascript,
  lisp,
  ml,
  quotes,
  ruby,
  shell,
  sql,
} from './grammar-families.ts';
import type { Grammar } from './lexer.ts';

const python: Grammar = {
  ...hash,
  strings: [
    { open: '"""', close: '"""', class: 'sd', multiline: true },
    { open: "'''", close: "'''", class: 'sd', multiline: true },
    ...quotes('s1', 's2'),
  ],
  words: {
    k: 'as assert async await break case continue def del elif else except finally for global if lambda match nonlocal pass raise return try while with yield class',
    kn: 'import from',
    kc: 'True False None',
    ow: 'and in is not or',
    nb: 'abs all any ascii bin bool bytearray bytes callable chr classmethod compile complex delattr dict dir divmod enumerate eval exec filter float format frozenset getattr globals hasattr hash hex id input int isinstance issubclass iter len list locals map max min next object oct open ord pow print property range repr reversed round set setattr slice sorted staticmethod str sum super tuple type vars zip',
    bp: 'self cls',
    ne: 'ArithmeticError AssertionError AttributeError BaseException Exception ImportError IndexError KeyError LookupError NameError NotImplementedError OSError RuntimeError StopIteration SyntaxError SystemExit TimeoutError TypeError ValueError ZeroDivisionError',
  },
  after: { def: 'nf', class: 'nc', import: 'nn', from: 'nn' },
  sigils: { '@': 'nd' },
};

const php: Grammar = {
  lineComments: ['//', '#'],
  blockComments: c.blockComments,
  strings: quotes('s1', 's2'),
  ignoreCase: true,
  words: {
    k: 'abstract and array as break callable case catch class clone const continue declare default do echo else elseif empty enum extends final finally fn for foreach function global goto if implements include include_once instanceof insteadof interface isset list match namespace new or print private protected public readonly require require_once return static switch throw trait try unset use var while xor yield',
    kt: 'bool float int mixed never object string void',
    kc: 'true false null',
  },
  after: {
    function: 'nf',
    class: 'nc',
    interface: 'nc',
    trait: 'nc',
    namespace: 'nn',
    use: 'nn',
    new: 'nc',
  },
  call: 'nf',
  sigils: { $: 'nv' },
};

/** Grammars by the display name of the language; lexers of markup and data languages are in `markup.ts`. */
export const grammars: Readonly<Record<string, Grammar>> = {
  Python: python,
  'Python 2.x': python,
  JavaScript: javascript,
  TypeScript: {
    ...javascript,
    words: {
      ...javascript.words,
      kd: `${javascript.words?.kd} type namespace module declare readonly keyof infer is satisfies`,
      kt: 'any bigint boolean never number object string symbol unknown void',
    },
    after: { ...javascript.after, interface: 'nc', type: 'nc', enum: 'nc' },
  },
  Java: java,
  C: cFamily,
  'C++': {
    ...cFamily,
    words: {
      ...cWords,
      k: `${cWords.k} alignas alignof asm auto catch co_await co_return co_yield concept const_cast consteval constexpr decltype delete dynamic_cast explicit export final friend mutable new noexcept operator override private protected public reinterpret_cast requires static_assert static_cast template this thread_local throw try typeid typename virtual using namespace class`,
      kc: 'true false nullptr',
    },
    after: { ...cFamily.after, class: 'nc', namespace: 'nn' },
  },
  'C#': csharp,
  'Objective-C': {
    ...cFamily,
    words: { ...cWords, nb: 'NULL YES NO nil self super id instancetype NSString NSArray NSDictionary' },
    sigils: { '@': 'k' },
  },
  Go: {
    ...c,
    strings: [
      { open: '"', close: '"', class: 's' },
      { open: "'", close: "'", class: 'sc' },
      { ...backtick, class: 's', escapes: false },
    ],
    words: {
      k: 'break case continue default defer else fallthrough for go goto if range return select switch',
      kd: 'chan const func interface map struct type var',
      kn: 'import package',
      kt: 'any bool byte complex64 complex128 error float32 float64 int int8 int16 int32 int64 rune string uint uint8 uint16 uint32 uint64 uintptr',
      kc: 'true false nil iota',
      nb: 'append cap clear close copy delete len make max min new panic print println recover',
    },
    after: { func: 'nf', type: 'nc', package: 'nn' },
    call: 'nf',
  },
  Rust: {
    ...c,
    strings: [{ open: '"', close: '"', class: 's', multiline: true }],
    words: {
      k: 'as async await break const continue crate dyn else enum extern for if impl in loop match mod move mut pub ref return static struct super trait type union unsafe use where while fn',
      kd: 'let',
      kt: 'bool char f32 f64 i8 i16 i32 i64 i128 isize str u8 u16 u32 u64 u128 usize',
      kc: 'true false',
      bp: 'self Self',
      nb: 'Box Err None Ok Option Result Some String Vec',
    },
    after: { fn: 'nf', struct: 'nc', enum: 'nc', trait: 'nc', mod: 'nn' },
    call: 'nf',
  },
  Kotlin: {
    ...java,
    words: {
      k: 'as break by catch constructor continue do else finally for get if import in init is return set super this throw try typealias val var when where while package',
      kd: 'abstract class companion const data enum external final fun inline inner interface internal lateinit object open operator override private protected public sealed suspend vararg',
      kt: 'Any Boolean Byte Char Double Float Int List Long Map Nothing Set Short String Unit',
      kc: 'true false null',
    },
    after: { class: 'nc', fun: 'nf', object: 'nc', interface: 'nc', package: 'nn', import: 'nn' },
  },
  Swift: {
    ...c,
    strings: [
      { open: '"""', close: '"""', class: 's', multiline: true },
      { open: '"', close: '"', class: 's' },
    ],
    words: {
      k: 'actor as async await break case catch continue default defer do else fallthrough for guard if in is repeat return self Self super switch throw throws try where while',
      kd: 'associatedtype class deinit enum extension fileprivate func import init inout internal let mutating open override private protocol public static struct subscript typealias var weak',
      kt: 'Any Array Bool Character Dictionary Double Float Int Optional Set String Void',
      kc: 'true false nil',
    },
    after: {
      func: 'nf',
      class: 'nc',
      struct: 'nc',
      enum: 'nc',
      protocol: 'nc',
      extension: 'nc',
      import: 'nn',
    },
    call: 'nf',
    sigils: { '@': 'nd' },
  },
  Scala: {
    ...java,
    words: {
      k: 'abstract case catch class def do else enum export extends extension final finally for forSome given if implicit import lazy match new object override package private protected return sealed super then this throw trait try type using val var while with yield',
      kt: 'Any Boolean Byte Char Double Float Int List Long Map Nothing Option Seq Set Short String Unit',
      kc: 'true false null',
    },
    after: { class: 'nc', object: 'nc', trait: 'nc', def: 'nf', package: 'nn', import: 'nn' },
  },
  Dart: {
    ...javascript,
    words: {
      k: 'as assert async await break case catch continue default do else finally for if in is new on rethrow return super switch sync this throw try while with yield',
      kd: 'abstract class const covariant enum extends extension external factory final get implements import late library mixin part required set static typedef var',
      kt: 'bool double dynamic int num void List Map Set String Future Stream Object',
      kc: 'true false null',
    },
  },
  Groovy: {
    ...java,
    words: { ...java.words, kd: `${java.words?.kd} def trait`, k: `${java.words?.k} as in` },
    strings: [...quotes('s1', 's2')],
  },
  PHP: php,
  'HTML+PHP': php,
  'CSS+PHP': php,
  'JavaScript+PHP': php,
  'XML+PHP': php,
  Ruby: ruby,
  Crystal: ruby,
  Perl: {
    ...hash,
    strings: quotes('s1', 's2'),
    words: {
      k: 'and case cmp continue do else elsif eq exists for foreach ge given gt if last le lt my ne next no not or our package redo require return sub unless until use when while xor BEGIN END',
      nb: 'bless chomp chop chr close defined delete die each eof eval grep join keys lc length map open pop print printf push ref reverse say scalar shift sort splice split sprintf substr uc undef unshift values wantarray warn',
    },
    after: { sub: 'nf', package: 'nn', use: 'nn' },
    sigils: { $: 'nv', '@': 'nv', '%': 'nv' },
  },
  Bash: shell,
  PowerShell: {
    ...hash,
    blockComments: [['<#', '#>']],
    strings: [
      { open: '"', close: '"', class: 's2', multiline: true, escapes: false },
      { open: "'", close: "'", class: 's1', multiline: true, escapes: false },
    ],
    ignoreCase: true,
    identifier: /[A-Za-z_][\w-]*/y,
    words: {
      k: 'begin break catch class continue data do dynamicparam else elseif end enum exit filter finally for foreach from function if in param process return switch throw trap try until using var while',
    },
    after: { function: 'nf', class: 'nc' },
    sigils: { $: 'nv' },
  },
  Batchfile: {
    lineComments: ['::', 'REM ', 'rem '],
    strings: [{ open: '"', close: '"', class: 's2', escapes: false }],
    ignoreCase: true,
    words: {
      k: 'call cd copy del dir do echo else endlocal exit for goto if in md mkdir move not off on pause popd pushd rd ren set setlocal shift start type',
    },
  },
  SQL: sql,
  'PostgreSQL SQL dialect': sql,
  MySQL: { ...sql, lineComments: ['--', '#'] },
  SQLite: sql,
  Lua: {
    lineComments: ['--'],
    blockComments: [['--[[', ']]']],
    strings: [
      ...quotes('s1', 's2'),
      { open: '[[', close: ']]', class: 's', multiline: true, escapes: false },
    ],
    words: {
      k: 'break do else elseif end for goto if in repeat return then until while',
      kd: 'function local',
      kc: 'true false nil',
      ow: 'and not or',
      nb: 'assert error getmetatable io ipairs math next os pairs pcall print rawget rawset require select setmetatable string table tonumber tostring type unpack',
    },
    after: { function: 'nf' },
  },
  S: {
    ...hash,
    strings: quotes('s', 's'),
    identifier: /[A-Za-z_.][\w.]*/y,
    words: {
      k: 'break else for function if in next repeat return while',
      kc: 'TRUE FALSE NULL NA NaN Inf T F',
      nb: 'c data.frame factor lapply length library list matrix mean paste print read.csv require sapply seq sum summary',
    },
    call: 'nf',
  },
  Julia: {
    ...hash,
    blockComments: [['#=', '=#']],
    strings: [
      { open: '"""', close: '"""', class: 's', multiline: true },
      { open: '"', close: '"', class: 's' },
    ],
    words: {
      k: 'abstract baremodule begin break catch const continue do else elseif end export finally for function global if import in let local macro module mutable primitive quote return struct try using where while',
      kc: 'true false nothing missing',
    },
    after: { function: 'nf', struct: 'nc', module: 'nn', using: 'nn' },
    call: 'nf',
    sigils: { '@': 'nd' },
  },
  Haskell: {
    lineComments: ['--'],
    blockComments: [['{-', '-}']],
    strings: [{ open: '"', close: '"', class: 's' }],
    words: {
      kr: 'case class data default deriving do else family forall foreign if in infix infixl infixr instance let newtype of then type where',
      kn: 'import module qualified as hiding',
    },
    capitalized: 'kt',
  },
  Elm: {
    lineComments: ['--'],
    blockComments: [['{-', '-}']],
    strings: [{ open: '"', close: '"', class: 's' }],
    words: { kr: 'alias as case else exposing if import in let module of port then type where' },
    capitalized: 'kt',
  },
  Elixir: {
    ...hash,
    strings: [{ open: '"""', close: '"""', class: 'sd', multiline: true }, ...quotes('sc', 's2')],
    identifier: /[A-Za-z_]\w*[?!]?/y,
    words: {
      k: 'after alias and case catch cond def defdelegate defexception defguard defimpl defmacro defmodule defp defprotocol defstruct do else end fn for if import in not or quote raise receive require rescue super throw try unless unquote use when with',
      kc: 'true false nil',
    },
    after: { def: 'nf', defp: 'nf', defmodule: 'nn', defmacro: 'nf' },
    sigils: { '@': 'na', ':': 'ss' },
  },
  Erlang: {
    lineComments: ['%'],
    strings: [
      { open: '"', close: '"', class: 's', multiline: true },
      { open: "'", close: "'", class: 'ss' },
    ],
    words: {
      k: 'after and andalso band begin bnot bor bsl bsr bxor case catch div end fun if let maybe not of or orelse receive rem try when xor',
    },
    call: 'nf',
    capitalized: 'nv',
  },
  Clojure: lisp,
  'Common Lisp': lisp,
  Scheme: lisp,
  OCaml: ml,
  'F#': { ...ml, lineComments: ['//'] },
  Nim: {
    ...hash,
    strings: [{ open: '"""', close: '"""', class: 's', multiline: true }, ...quotes('sc', 's')],
    words: {
      k: 'addr and as asm block break case cast concept const continue converter defer discard distinct div do elif else end enum except export finally for from func if import in include interface is isnot iterator let macro method mixin mod not notin object of or out proc ptr raise ref return shl shr static template try tuple type using var when while xor yield',
      kt: 'bool char float int seq string',
      kc: 'true false nil',
    },
    after: { proc: 'nf', func: 'nf' },
  },
  Zig: {
    lineComments: ['//'],
    strings: [
      { open: '"', close: '"', class: 's' },
      { open: "'", close: "'", class: 'sc' },
    ],
    words: {
      k: 'align and asm async await break catch comptime const continue defer else enum errdefer error export extern fn for if inline noalias or orelse packed pub resume return struct suspend switch test threadlocal try union unreachable usingnamespace var volatile while',
      kt: 'anyerror anytype bool f32 f64 i8 i16 i32 i64 isize type u8 u16 u32 u64 usize void',
      kc: 'true false null undefined',
    },
    after: { fn: 'nf' },
    sigils: { '@': 'nb' },
  },
  Matlab: {
    lineComments: ['%'],
    strings: [{ open: '"', close: '"', class: 's' }],
    words: {
      k: 'break case catch classdef continue else elseif end for function global if otherwise parfor persistent return switch try while',
    },
    after: { function: 'nf' },
    call: 'nf',
  },
  Fortran: {
    lineComments: ['!'],
    strings: quotes('s1', 's2'),
    ignoreCase: true,
    words: {
      k: 'allocatable allocate call contains cycle deallocate dimension do else end enddo endif exit function if implicit in inout intent interface module none only out parameter pointer print program read recursive result return save select stop subroutine then type use where while write',
      kt: 'character complex integer logical real double precision',
    },
    after: { function: 'nf', subroutine: 'nf', program: 'nn', module: 'nn', use: 'nn' },
  },
  'VB.net': {
    lineComments: ["'"],
    strings: [{ open: '"', close: '"', class: 's', escapes: false }],
    ignoreCase: true,
    words: {
      k: 'and as byref byval call case catch class const dim do each else elseif end enum exit finally for function get handles if imports in inherits interface is loop me module mybase namespace new next not of on or overrides private protected public raise readonly return select set shared step structure sub then throw to try until using wend when while with',
      kt: 'boolean byte char date decimal double integer long object short single string',
      kc: 'true false nothing',
    },
    after: { function: 'nf', sub: 'nf', class: 'nc' },
  },
  Solidity: {
    ...c,
    strings: quotes('s1', 's2'),
    words: {
      k: 'abstract as assembly break calldata catch constant constructor continue contract delete do else emit enum error event external fallback for function if immutable import indexed interface internal is library mapping memory modifier new override payable pragma private public pure receive return returns storage struct try unchecked using view virtual while',
      kt: 'address bool bytes bytes32 int int256 string uint uint8 uint256',
      kc: 'true false',
    },
    after: { contract: 'nc', function: 'nf', event: 'nf', struct: 'nc' },
  },
  GraphQL: {
    ...hash,
    strings: [
      { open: '"""', close: '"""', class: 's', multiline: true },
      { open: '"', close: '"', class: 's' },
    ],
    words: {
      k: 'directive enum extend fragment implements input interface mutation on query scalar schema subscription type union',
      kt: 'Boolean Float ID Int String',
      kc: 'true false null',
    },
    after: { type: 'nc', query: 'nf', mutation: 'nf', fragment: 'nf', enum: 'nc', input: 'nc' },
    sigils: { $: 'nv', '@': 'nd' },
  },
  'Protocol Buffer': {
    ...c,
    strings: quotes('s', 's'),
    words: {
      k: 'enum extend extensions import map message oneof option optional package repeated required reserved returns rpc service stream syntax to',
      kt: 'bool bytes double fixed32 fixed64 float int32 int64 sfixed32 sfixed64 sint32 sint64 string uint32 uint64',
      kc: 'true false',
    },
    after: { message: 'nc', service: 'nc', enum: 'nc', rpc: 'nf', package: 'nn' },
  },
  Terraform: {
    lineComments: ['#', '//'],
    blockComments: c.blockComments,
    strings: [{ open: '"', close: '"', class: 's2' }],
    words: {
      k: 'data for for_each if in locals module moved output provider resource terraform variable',
      kc: 'true false null',
    },
    call: 'nf',
  },
  'Nginx configuration file': {
    ...hash,
    strings: quotes('s', 's'),
    words: {
      k: 'alias events http if include listen location log_format map proxy_pass return rewrite root server server_name set try_files upstream worker_processes',
    },
    sigils: { $: 'nv' },
  },
  Docker: {
    ...hash,
    strings: quotes('s1', 's2'),
    words: {
      k: 'ADD ARG AS CMD COPY ENTRYPOINT ENV EXPOSE FROM HEALTHCHECK LABEL MAINTAINER ONBUILD RUN SHELL STOPSIGNAL USER VOLUME WORKDIR',
    },
    sigils: { $: 'nv' },
  },
  Makefile: {
    ...hash,
    strings: quotes('s1', 's2'),
    words: { k: 'define else endef endif export ifdef ifeq ifndef ifneq include override unexport vpath' },
    sigils: { $: 'nv' },
  },
  CMake: {
    ...hash,
    strings: [{ open: '"', close: '"', class: 's', multiline: true }],
    call: 'nb',
    sigils: { $: 'nv' },
  },
  TeX: { lineComments: ['%'], sigils: { '\\': 'k' } },
  VimL: {
    lineComments: ['"'],
    words: {
      k: 'call else elseif endfor endfunction endif endwhile for function if let return set while map nmap nnoremap',
    },
    after: { function: 'nf' },
  },
  Nix: {
    ...hash,
    blockComments: c.blockComments,
    strings: [
      { open: "''", close: "''", class: 's', multiline: true, escapes: false },
      { open: '"', close: '"', class: 's', multiline: true },
    ],
    words: { k: 'assert else if import in inherit let or rec then with', kc: 'true false null' },
  },
  NASM: {
    lineComments: [';'],
    strings: quotes('s', 's'),
    ignoreCase: true,
    words: {
      k: 'section global extern db dw dd dq resb resw resd resq equ times',
      nf: 'mov add sub mul div push pop call ret jmp je jne jz jnz cmp test lea xor and or not shl shr int syscall nop',
    },
  },
  Awk: {
    ...hash,
    strings: [{ open: '"', close: '"', class: 's2' }],
    words: {
      k: 'BEGIN END break continue delete do else exit for function getline if in next print printf return while',
      nb: 'gsub index length match split sprintf sub substr tolower toupper',
    },
    sigils: { $: 'nv' },
  },
};
