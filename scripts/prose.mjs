import ts from 'typescript';

/** A string with fewer words is a name or a label, not a sentence. */
const MIN_WORDS = 3;

/** Matches calls that take the name of a test or of a group: `it`, `describe.each(rows)`. */
const TEST_CALL = /^(describe|it|test)\b/;

/**
 * The English in a source file, by line: comments and docstrings, without code and examples, and sentences in strings;
 * for a test file only the names of its tests.
 *
 * @param isTest whether it is a test file
 * @returns `{ line, text }` for each line of a comment, and each string.
 */
export function* proseInSource(file, text, isTest) {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind);
  const lineAt = position => source.getLineAndCharacterOfPosition(position).line + 1;
  if (isTest) {
    for (const name of testNamesIn(source)) yield { line: lineAt(name.getStart(source)), text: textOf(name) };
    return;
  }
  for (const { pos, end } of commentsIn(source, text)) yield* linesOf(text.slice(pos, end), lineAt(pos));
  for (const string of stringsIn(source)) {
    const words = textOf(string);
    if (words.trim().split(/\s+/).length >= MIN_WORDS)
      yield { line: lineAt(string.getStart(source)), text: words };
  }
}

/** The lines of a comment, without examples, fences and text in backticks. */
function* linesOf(comment, first) {
  let isExample = false;
  let isFenced = false;
  for (const [i, line] of comment.split('\n').entries()) {
    const tag = /^[\s/*]*@(\w+)/.exec(line)?.[1];
    if (tag !== undefined) isExample = tag === 'example';
    const isFence = /^[\s*]*(```|~~~)/.test(line);
    if (isFence) isFenced = !isFenced;
    if (!isExample && !isFenced && !isFence) yield { line: first + i, text: line.replace(/(`+).*?\1/g, ' ') };
  }
}

function commentsIn(source, text) {
  const found = new Map(); // by position: nodes share them
  const visit = node => {
    const [start, end] = [node.getFullStart(), node.getEnd()];
    if (text.slice(start, node.getStart(source)).includes('/'))
      for (const range of ts.getLeadingCommentRanges(text, start) ?? []) found.set(range.pos, range);
    for (const range of ts.getTrailingCommentRanges(text, end) ?? []) found.set(range.pos, range);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found.values();
}

function* stringsIn(node) {
  if (isText(node) && !ts.isImportDeclaration(node.parent)) yield node;
  for (const child of childrenOf(node)) yield* stringsIn(child);
}

function* testNamesIn(node) {
  if (ts.isCallExpression(node) && TEST_CALL.test(node.expression.getText())) {
    const [name] = node.arguments;
    if (name !== undefined && isText(name)) yield name;
  }
  for (const child of childrenOf(node)) yield* testNamesIn(child);
}

function childrenOf(node) {
  const children = [];
  ts.forEachChild(node, child => void children.push(child));
  return children;
}

function isText(node) {
  return (
    ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) || ts.isTemplateExpression(node)
  );
}

/** The words of a string; each template substitution becomes a space. */
function textOf(node) {
  if (!ts.isTemplateExpression(node)) return node.text;
  return [node.head, ...node.templateSpans.map(({ literal }) => literal)].map(({ text }) => text).join(' ');
}
