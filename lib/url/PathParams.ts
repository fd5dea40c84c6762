/**
 * What are the arguments of a path pattern?
 *
 * | in the pattern | in the type |
 * |---|---|
 * | `:name`, `:"with-dash"` | `name: string \| number` |
 * | `*name` | `name: readonly string[]` |
 * | either of them within `{...}` | the same, optional |
 * | neither | `{}` |
 *
 * A path that is not known at compile time takes any arguments.
 */
export type PathParams<Path extends string> = Path extends unknown ? Same<ParamsOf<FoundIn<Path>>> : never;

/** As a type argument, the parameters are computed once for all paths that have the same ones. */
type Same<T> = T extends unknown ? T : never;

/** Does a path pattern take arguments, required or optional? `boolean` when the path is not known. */
export type HasParams<Path extends string> = Path extends unknown
  ? [FoundIn<Path>] extends [never]
    ? false
    : Unknown extends FoundIn<Path>
      ? boolean
      : true
  : never;

/** Which list path remains of an item's path? The result of `removeLastArg`, as a type. */
export type RemoveLastArg<Path extends string> = Path extends unknown
  ? IsUsual<Path> extends true
    ? ShortenedUsual<Path, Path>
    : string extends Path
      ? string
      : Shortened<Path>
  : never;

// --- Usual paths -----------------------------------------------------------------------------------------
// Most paths consist of text and of parameters that are whole segments, such as `/users/:id/posts/:post`. They are read
// segment by segment, which costs the compiler a fraction of reading characters. All others take the long way.

type FoundIn<Path extends string> = IsUsual<Path> extends true ? FoundUsual<Path, Path> : Found<Path>;

/** Is a path known, and without pattern syntax other than named parameters? */
type IsUsual<Path extends string> =
  // biome-ignore lint/complexity/noBannedTypes: a path that is not known makes a record without required members
  {} extends Record<Path, 1> ? false : { readonly text: Path } extends Unusual ? false : true;

/** Characters with a meaning in patterns. */
interface Unusual {
  readonly text: `${string}${'{' | '}' | '*' | '\\' | '"' | '?'}${string}`;
}

/**
 * A name that ends before its segment does.
 *
 * An interface, because the compiler creates the many strings of a type alias again each time it needs one.
 */
interface Punctuated {
  readonly text: `${string}${Punctuation}${string}`;
}

type FoundUsual<
  Text extends string,
  Path extends string,
  Names = never,
> = Text extends `${infer Before}/:${infer Rest}`
  ? Before extends `${string}:${string}`
    ? Found<Path>
    : Rest extends `${infer Name}/${infer After}`
      ? { readonly text: Name } extends Punctuated
        ? Found<Path>
        : FoundUsual<`/${After}`, Path, Names | [':', Name, false]>
      : { readonly text: Rest } extends Punctuated
        ? Found<Path>
        : Names | [':', Rest, false]
  : Text extends `${string}:${string}`
    ? Found<Path>
    : Names;

/** `Kept` is the text before `Text`. */
type ShortenedUsual<
  Text extends string,
  Path extends string,
  Kept extends string = '',
> = Text extends `${infer Before}/:${infer Rest}`
  ? Rest extends `${string}/:${string}`
    ? ShortenedUsual<Rest, Path, `${Kept}${Before}/:`>
    : Rest extends `${infer Name}/${infer After}`
      ? { readonly text: `${Name}${After}` } extends Punctuated
        ? Shortened<Path>
        : `${Kept}${Before}/${After}`
      : { readonly text: Rest } extends Punctuated
        ? Shortened<Path>
        : `${Kept}${Before}` extends ''
          ? '/'
          : `${Kept}${Before}`
  : Shortened<Path>;

// --- Finding the parameters ------------------------------------------------------------------------------
// Reads one character at a time, which is tail-recursive and so allows 1 000 of them. Plain text, the most common case,
// is tested first, and every text here is a suffix of the path: both keep the compiler fast.

/** Finds `[sigil, name, whether it is optional]` of each parameter; `Depth` holds the open braces. */
type Found<
  Path extends string,
  Depth extends string = '',
  Names = never,
> = Path extends `${infer C}${infer Rest}`
  ? C extends Special
    ? C extends ':' | '*'
      ? TakeName<Rest> extends [infer Name extends string, infer After extends string]
        ? Found<After, Depth, Names | [C, Name, Depth extends '' ? false : true]>
        : never
      : C extends '{'
        ? Found<Rest, `{${Depth}`, Names>
        : C extends '}'
          ? Found<Rest, Tail<Depth>, Names>
          : Found<Tail<Rest>, Depth, Names>
    : string extends C
      ? Unknown
      : Found<Rest, Depth, Names>
  : string extends Path
    ? Unknown
    : Names;

type Special = ':' | '*' | '{' | '}' | '\\';

/** Stands for names that the compiler cannot know. */
type Unknown = ['?', string, true];

type Tail<Text extends string> = Text extends `${string}${infer Rest}` ? Rest : '';

/** A name at the start of a text, and the rest of the text. */
type TakeName<Text extends string> = Text extends `"${infer Name}"${infer After}`
  ? [Name, After]
  : TakeWord<Text>;

type TakeWord<Text extends string, Word extends string = ''> = Text extends `${infer C}${infer Rest}`
  ? C extends Punctuation
    ? [Word, Text]
    : TakeWord<Rest, `${Word}${C}`>
  : [Word, ''];

/** Characters that end a name: all of ASCII but letters, digits, `$` and `_`. */
// biome-ignore format: one line a row of the keyboard reads better than thirty lines
type Punctuation =
  | ' ' | '!' | '"' | '#' | '%' | '&' | "'" | '(' | ')' | '*' | '+' | ',' | '-' | '.' | '/'
  | ':' | ';' | '<' | '=' | '>' | '?' | '@' | '[' | '\\' | ']' | '^' | '`' | '{' | '|' | '}' | '~';

type ParamsOf<Names> = [Names] extends [never]
  ? // biome-ignore lint/complexity/noBannedTypes: "no arguments" is exactly what {} means to a caller's object
    {}
  : Unknown extends Names
    ? { [name: string]: unknown }
    : { [N in RequiredOf<Names> as N[1]]: ValueOf<N[0]> } & {
          [N in OptionalOf<Names> as N[1]]?: ValueOf<N[0]> | undefined;
        } extends infer Params
      ? // One object in place of an intersection, written out here so that hovering it shows its members.
        { [Name in keyof Params]: Params[Name] }
      : never;

type RequiredOf<Names> = Extract<Names, [string, string, false]>;

type OptionalOf<Names> = Extract<Names, [string, string, true]>;

type ValueOf<Sigil> = Sigil extends '*' ? readonly string[] : string | number;

// --- Shortening a path -----------------------------------------------------------------------------------

type Shortened<Path extends string> =
  LastArg<Path, '/'> extends [infer Cut, infer After extends string, infer Query extends string]
    ? Cut extends string
      ? Rooted<`${Before<Path, Cut>}${After}`, Path>
      : `${Before<Path, Query>}${ShortenedQuery<Query>}`
    : string;

/** A path that started at the root still does. */
type Rooted<Short extends string, Path extends string> = Path extends Root
  ? Short extends Root
    ? Short
    : `/${Short}`
  : Short;

type Root = `/${string}` | `{/${string}`;

/** The path itself has no parameter, but its query may. */
type ShortenedQuery<Query extends string> =
  LastArg<AfterMark<Query>, '&'> extends [infer Cut, infer After extends string, string]
    ? Cut extends string
      ? Marked<`${Before<AfterMark<Query>, Cut>}${After}`>
      : Query
    : string;

type Marked<Pairs extends string> = Pairs extends ''
  ? ''
  : Pairs extends `&${infer Others}`
    ? `?${Others}`
    : `?${Pairs}`;

/** How a query can start. */
type QueryStart = `${'' | '{'}${'' | '\\'}?${string}`;

type AfterMark<Query extends string> = Query extends `{${'' | '\\'}?${infer Rest}`
  ? `{${Rest}`
  : Query extends `${string}?${infer Rest}`
    ? Rest
    : '';

/** The text before a given suffix. */
type Before<Text extends string, End extends string> = Text extends `${infer Beginning}${End}`
  ? Beginning
  : never;

/**
 * Finds what is removed with the last parameter, as `[Cut, After, unread text]`: everything from `Cut` to `After`, both
 * suffixes of the text. `Cut` is `null` when there is no parameter. Reads up to the query, and keeps meanwhile
 *
 * - `Lead`, the suffix that starts at the last delimiter or after the last token;
 * - `Open`, for each open optional part without a parameter so far, the suffix that starts at it;
 * - `Skip`, the optional parts that are removed with the last parameter and not closed yet.
 */
type LastArg<
  Text extends string,
  Delimiter extends '/' | '&',
  Lead extends string = Text,
  Open extends string[] = [],
  Cut extends string | null = null,
  After extends string = '',
  Skip extends string[] = [],
> = Text extends `${infer C}${infer Rest}`
  ? C extends Special | Delimiter | '?'
    ? Text extends (Delimiter extends '/' ? QueryStart : never)
      ? [Cut, After, Text]
      : C extends Delimiter
        ? LastArg<Rest, Delimiter, Text, Open, Cut, After, Skip>
        : C extends ':' | '*'
          ? TakeName<Rest> extends [string, infer Others extends string]
            ? LastArg<
                Others,
                Delimiter,
                Others,
                [],
                Open extends [infer Outer extends string, ...string[]] ? Outer : Lead,
                Others,
                Open
              >
            : never
          : C extends '{'
            ? LastArg<
                Rest,
                Delimiter,
                Rest,
                [...Open, Text],
                Cut,
                After,
                Skip extends [] ? [] : [...Skip, Text]
              >
            : C extends '}'
              ? LastArg<
                  Rest,
                  Delimiter,
                  Rest,
                  Popped<Open>,
                  Cut,
                  Skip extends [string] ? Rest : After,
                  Popped<Skip>
                >
              : LastArg<C extends '\\' ? Tail<Rest> : Rest, Delimiter, Lead, Open, Cut, After, Skip>
    : string extends C
      ? null
      : LastArg<Rest, Delimiter, Lead, Open, Cut, After, Skip>
  : string extends Text
    ? null
    : [Cut, After, Text];

type Popped<Stack extends string[]> = Stack extends [...infer Rest extends string[], string] ? Rest : [];
