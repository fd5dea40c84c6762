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
export type PathParams<Path extends string> = Path extends unknown ? ParamsOf<Found<Path>> : never;

/** Does a path pattern take arguments, required or optional? `boolean` when the path is not known. */
export type HasParams<Path extends string> = Path extends unknown
  ? [Found<Path>] extends [never]
    ? false
    : Unknown extends Found<Path>
      ? boolean
      : true
  : never;

/** Which path remains of an item's path for its list? The result of `removeLastArg`, as a type. */
export type RemoveLastArg<Path extends string> = Path extends unknown
  ? string extends Path
    ? string
    : Shortened<Path>
  : never;

// --- Finding the parameters ------------------------------------------------------------------------------
// One character at a time, which is tail-recursive and so has room for 1 000 of them. `Depth` is the open
// braces, `Names` a union of [sigil, name, whether it is optional].

type Found<
  Path extends string,
  Depth extends string = '',
  Names = never,
> = Path extends `${infer C}${infer Rest}`
  ? string extends C
    ? Unknown
    : C extends '\\'
      ? Found<Tail<Rest>, Depth, Names>
      : C extends '{'
        ? Found<Rest, `{${Depth}`, Names>
        : C extends '}'
          ? Found<Rest, Tail<Depth>, Names>
          : C extends ':' | '*'
            ? TakeName<Rest> extends [infer Name extends string, infer After extends string]
              ? Found<After, Depth, Names | [C, Name, Depth extends '' ? false : true]>
              : Names
            : Found<Rest, Depth, Names>
  : string extends Path
    ? Unknown
    : Names;

/** Stands for names that the compiler cannot know. */
type Unknown = ['?', string, true];

type Tail<Text extends string> = Text extends `${string}${infer Rest}` ? Rest : '';

/** A name at the beginning of a text, and what follows it. */
type TakeName<Text extends string> = Text extends `"${infer Name}"${infer After}`
  ? [Name, After]
  : TakeWord<Text>;

type TakeWord<Text extends string, Word extends string = ''> = Text extends `${infer C}${infer Rest}`
  ? C extends Punctuation
    ? [Word, Text]
    : TakeWord<Rest, `${Word}${C}`>
  : [Word, ''];

/** What ends a name: all of ASCII but letters, digits, `$` and `_`. */
// biome-ignore format: one line a row of the keyboard reads better than thirty lines
type Punctuation =
  | ' ' | '!' | '"' | '#' | '%' | '&' | "'" | '(' | ')' | '*' | '+' | ',' | '-' | '.' | '/'
  | ':' | ';' | '<' | '=' | '>' | '?' | '@' | '[' | '\\' | ']' | '^' | '`' | '{' | '|' | '}' | '~';

type ParamsOf<Names> = [Names] extends [never]
  ? // biome-ignore lint/complexity/noBannedTypes: "no arguments" is exactly what {} means to a caller's object
    {}
  : Unknown extends Names
    ? { [name: string]: unknown }
    : Flat<
        { [N in RequiredOf<Names> as N[1]]: ValueOf<N[0]> } & {
          [N in OptionalOf<Names> as N[1]]?: ValueOf<N[0]> | undefined;
        }
      >;

type RequiredOf<Names> = Extract<Names, [string, string, false]>;

type OptionalOf<Names> = Extract<Names, [string, string, true]>;

type ValueOf<Sigil> = Sigil extends '*' ? readonly string[] : string | number;

/** One object in place of an intersection, so that hovering it shows its members. */
type Flat<T> = { [K in keyof T]: T[K] };

// --- Shortening a path -----------------------------------------------------------------------------------

type Shortened<Path extends string> =
  Shorten<Path, '/'> extends [infer Short, infer Query extends string]
    ? Short extends string
      ? `${Rooted<Short, Path>}${Query}`
      : ShortenedQuery<Path, Query>
    : string;

/** A path that began at the root still does. */
type Rooted<Short extends string, Path extends string> = Path extends `/${string}` | `{/${string}`
  ? Short extends `/${string}`
    ? Short
    : `/${Short}`
  : Short;

/** The path itself has no parameter: its query may. */
type ShortenedQuery<Path extends string, Query extends string> =
  Shorten<AfterMark<Query>, '&'> extends [infer Short extends string, string]
    ? Path extends `${infer Before}${Query}`
      ? Short extends ''
        ? Before
        : `${Before}?${Short extends `&${infer Pairs}` ? Pairs : Short}`
      : string
    : Path;

/** How a query can begin. */
type QueryStart = `${'' | '{'}${'' | '\\'}?${string}`;

type AfterMark<Query extends string> = Query extends `{${'' | '\\'}?${infer Rest}`
  ? `{${Rest}`
  : Query extends `${string}?${infer Rest}`
    ? Rest
    : '';

/**
 * Reads a text up to the query and gives it back without its last parameter (`null` when it has none),
 * beside what was not read. On the way it keeps
 *
 * - `Stable`, the text before the last delimiter or token, and `Pending`, the text since then;
 * - `Open`, for each open optional part in which no parameter was met, the text before it;
 * - `Before` and `After`, the result should no parameter follow, and `Skip`, how many optional parts must
 *   close until text belongs to `After` again.
 */
type Shorten<
  Text extends string,
  Delimiter extends '/' | '&',
  Stable extends string = '',
  Pending extends string = '',
  Open extends string[] = [],
  Before extends string | null = null,
  After extends string = '',
  Skip extends string[] = [],
> = Text extends (Delimiter extends '/' ? QueryStart : never)
  ? [Joined<Before, After>, Text]
  : Text extends `${infer C}${infer Rest}`
    ? string extends C
      ? [string, '']
      : C extends '\\'
        ? Rest extends `${infer Escaped}${infer Others}`
          ? Shorten<
              Others,
              Delimiter,
              Stable,
              `${Pending}\\${Escaped}`,
              Open,
              Before,
              Grown<After, `\\${Escaped}`, Skip>,
              Skip
            >
          : [string, '']
        : C extends '{'
          ? Shorten<
              Rest,
              Delimiter,
              `${Stable}${Pending}{`,
              '',
              [...Open, `${Stable}${Pending}`],
              Before,
              Grown<After, C, Skip>,
              Skip extends [] ? [] : [...Skip, C]
            >
          : C extends '}'
            ? Shorten<
                Rest,
                Delimiter,
                `${Stable}${Pending}}`,
                '',
                Popped<Open>,
                Before,
                Grown<After, C, Skip>,
                Popped<Skip>
              >
            : C extends ':' | '*'
              ? TakeRawName<Rest> extends [infer Name extends string, infer Others extends string]
                ? Shorten<
                    Others,
                    Delimiter,
                    `${Stable}${Pending}${C}${Name}`,
                    '',
                    [],
                    Open extends [infer Outer extends string, ...string[]] ? Outer : Stable,
                    '',
                    Open
                  >
                : never
              : C extends Delimiter
                ? Shorten<
                    Rest,
                    Delimiter,
                    `${Stable}${Pending}`,
                    C,
                    Open,
                    Before,
                    Grown<After, C, Skip>,
                    Skip
                  >
                : Shorten<
                    Rest,
                    Delimiter,
                    Stable,
                    `${Pending}${C}`,
                    Open,
                    Before,
                    Grown<After, C, Skip>,
                    Skip
                  >
    : string extends Text
      ? [string, '']
      : [Joined<Before, After>, Text];

type Joined<Before extends string | null, After extends string> = Before extends string
  ? `${Before}${After}`
  : null;

type Grown<After extends string, More extends string, Skip> = Skip extends [] ? `${After}${More}` : After;

type Popped<Stack extends string[]> = Stack extends [...infer Rest extends string[], string] ? Rest : [];

type TakeRawName<Text extends string> = Text extends `"${infer Name}"${infer After}`
  ? [`"${Name}"`, After]
  : TakeWord<Text>;
