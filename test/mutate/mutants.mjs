import ts from 'typescript';

/**
 * A small fault in a source file.
 *
 * @typedef {{ start: number, end: number, line: number, original: string, replacement: string }} Mutant
 */

/** Replacements for each operator: plausible mistakes that compile. */
const INSTEAD_OF_OPERATOR = new Map([
  ['<', ['<=']],
  ['<=', ['<']],
  ['>', ['>=']],
  ['>=', ['>']],
  ['===', ['!==']],
  ['!==', ['===']],
  ['&&', ['||']],
  ['||', ['&&']],
  ['+', ['-']],
  ['-', ['+']],
  ['*', ['/']],
  ['/', ['*']],
]);

const SQL = /\b(SELECT|UPDATE|DELETE|WHERE)\b/;
/** SQL operators in conditions and orders, except `=`, which also assigns. */
const SQL_OPERATOR = /(?<=\s)(AND|OR|<=?|>=?|<>|IS NULL|IS NOT NULL|DESC)(?=\s|\)|$)/g;
const INSTEAD_OF_SQL_OPERATOR = new Map([
  ['AND', 'OR'],
  ['OR', 'AND'],
  ['<', '<='],
  ['<=', '<'],
  ['>', '>='],
  ['>=', '>'],
  ['<>', '='],
  ['IS NULL', 'IS NOT NULL'],
  ['IS NOT NULL', 'IS NULL'],
  ['DESC', 'ASC'],
]);

/**
 * Numbers from here on are doubled instead of incremented, because no behavior depends on one more.
 */
const LARGE = 1_000;

/** Calls that only affect when an idle process exits. */
const UNNOTICED_CALL = /\.unref\(\)$/;

/**
 * Returns every fault that can be planted in a file: changed operators (also in SQL), conditions
 * that always or never hold, numbers increased by one (large ones doubled), and omitted calls.
 * Leaves decorators alone.
 *
 * @param {string} path
 * @param {string} text
 * @returns {Mutant[]}
 */
export function mutantsOf(path, text) {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  /** @type {Mutant[]} */
  const mutants = [];
  /** @param {number} start @param {number} end @param {string[]} replacements */
  const replaceText = (start, end, ...replacements) => {
    const line = file.getLineAndCharacterOfPosition(start).line + 1;
    const original = text.slice(start, end);
    for (const replacement of replacements) {
      if (replacement !== original) mutants.push({ start, end, line, original, replacement });
    }
  };
  /** @param {ts.Node} node @param {string[]} replacements */
  const replace = (node, ...replacements) =>
    replaceText(node.getStart(file), node.end, ...replacements);
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (ts.isDecorator(node) || ts.isTypeNode(node) || ts.isImportDeclaration(node)) return;
    if (ts.isBinaryExpression(node) && !isText(node.left) && !isText(node.right)) {
      const { operatorToken } = node;
      replace(operatorToken, ...(INSTEAD_OF_OPERATOR.get(operatorToken.getText(file)) ?? []));
    }
    if (ts.isIfStatement(node)) replace(node.expression, 'true', 'false');
    if (ts.isConditionalExpression(node)) replace(node.condition, 'true', 'false');
    if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken) {
      replace(node, node.operand.getText(file));
    }
    if (node.kind === ts.SyntaxKind.TrueKeyword) replace(node, 'false');
    if (node.kind === ts.SyntaxKind.FalseKeyword) replace(node, 'true');
    if (ts.isNumericLiteral(node))
      replace(node, Number(node.text) < LARGE ? `(${node.text} + 1)` : `(${node.text} * 2)`);
    if (ts.isExpressionStatement(node) && isCall(node.expression)) replace(node, ';');
    for (const part of partsOfSql(node, file)) {
      const from = part.getStart(file);
      for (const { 0: operator, index } of part.getText(file).matchAll(SQL_OPERATOR)) {
        const start = from + index;
        replaceText(start, start + operator.length, INSTEAD_OF_SQL_OPERATOR.get(operator) ?? '');
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return mutants;
}

/** @param {string} text @param {Mutant} mutant */
export function withFault(text, { start, end, replacement }) {
  return text.slice(0, start) + replacement + text.slice(end);
}

/**
 * Returns the parts of an SQL template between its expressions.
 *
 * @param {ts.Node} node
 * @param {ts.SourceFile} file
 * @returns {ts.Node[]}
 */
function partsOfSql(node, file) {
  if (!ts.isTemplateLiteral(node) || !SQL.test(node.getText(file))) return [];
  if (ts.isNoSubstitutionTemplateLiteral(node)) return [node];
  return [node.head, ...node.templateSpans.map(({ literal }) => literal)];
}

/** @param {ts.Node} node */
const isText = (node) => ts.isStringLiteral(node) || ts.isTemplateExpression(node);

/** @param {ts.Expression} expression */
const isCall = (expression) =>
  ts.isCallExpression(ts.isAwaitExpression(expression) ? expression.expression : expression) &&
  !expression.getText().startsWith('super(') &&
  !UNNOTICED_CALL.test(expression.getText());
