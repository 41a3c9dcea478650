/**
 * Words and constructions that make prose read like a translation, and what to write instead. The
 * style is American technical English: subject, verb, object, and the field's terms.
 */
const PHRASES = [
  [/\b(tells|is told|are told|says of)\b/i, 'returns, reports, logs, shows or states'],
  [/\bstands? (in|for|under|at|on)\b/i, 'is, appears or represents'],
  [
    /\b(is|are|of|by|with|for|from|and|at|to|than|on|as) what (is|are|was|has|it|they|there|the)\b/i,
    'the noun itself',
  ],
  [/\bwhat (there|became|comes|came|asks|goes|stands)\b/i, 'the noun itself'],
  [/\b(whoever|whomever|all that|those that|all who)\b/i, 'the user, the caller, every row'],
  [/\b(so many|as many as)\b/i, 'N, at most N'],
  [/\b(is|are|was|were) to be\b/i, 'must, should, is or are'],
  [/\bbesides?\b/i, 'also, next to or with'],
  [/\b(goes|go|went|going) (by|without|on with)\b/i, 'uses, omits or continues with'],
  [/\bcomes? to (be|an?|the|more|less|\d)\b/i, 'totals, or the verb itself'],
  [/\b(made|read|begun|written|built) anew\b|\banew\b/i, 'again, rebuilt or reread'],
  [/\bonce more\b/i, 'again'],
  [
    /\b(sought|thereby|thereof|therein|thereupon|meanwhile|hitherto|whereof)\b/i,
    'searched for, this, or nothing',
  ],
  [/\b(of ours|of theirs)\b/i, 'our, their'],
  [/\bis kept from\b/i, 'is protected from'],
  [
    /\bhow (much|many|long) (it|they|there) (is|are|was|may|takes?)\b/i,
    'the noun: size, number, duration',
  ],
  [/\b(rehearsals?|rehearse[sd]?)\b/i, 'dry run'],
  [/\bkept (answer|list|page)s?\b/i, 'cached response, result set'],
];

/** A docstring begins with a verb in the third person or with a noun phrase. */
const OPENING =
  /^(As|At|And|But|By|For|From|How|In|Of|On|Or|So|Such|That|These are|Those|To|Until|What|Whatever|When|Where|Whether|Which|Who|Whoever|Whose|With|Without|Lets all)\b/;

/** @typedef {{ text: string, loc: import('eslint').AST.SourceLocation, isDocstring?: boolean }} Prose */

/** @type {import('eslint').Rule.RuleModule} */
const rule = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: {
      phrase: '"{{found}}" reads like a translation. Write {{instead}}.',
      opening: 'Begin a docstring with a third-person verb or a noun phrase, not with "{{found}}".',
    },
  },
  create(context) {
    const { sourceCode } = context;
    /** @param {Prose} prose */
    const check = ({ text, loc, isDocstring }) => {
      // Code in backticks keeps its own words.
      const plain = text
        .replace(/`[^`]*`/g, '`')
        .replace(/\s+/g, ' ')
        .trim();
      for (const [pattern, instead] of PHRASES) {
        const [found] = pattern.exec(plain) ?? [];
        if (found) context.report({ loc, messageId: 'phrase', data: { found, instead } });
      }
      const [opening] = (isDocstring && OPENING.exec(plain)) || [];
      if (opening) context.report({ loc, messageId: 'opening', data: { found: opening } });
    };
    if (sourceCode.ast.type === 'root') {
      return { text: ({ value, position }) => check({ text: value, loc: position }) };
    }
    /** @param {import('estree').Node} node @param {string} text */
    const checkString = (node, text) => {
      if (/\p{L}+ \p{L}+ \p{L}+/u.test(text)) check({ text, loc: node.loc });
    };
    return {
      Program: () => {
        for (const { type, value, loc } of sourceCode.getAllComments()) {
          const isDocstring = type === 'Block' && value.startsWith('*');
          check({ text: value.replace(/^\s*\* ?/gm, '').replace(/^\*/, ''), loc, isDocstring });
        }
      },
      Literal: (node) => typeof node.value === 'string' && checkString(node, node.value),
      TemplateElement: (node) => checkString(node, node.value.cooked ?? ''),
      JSXText: (node) => checkString(node, node.value),
    };
  },
};

export default { rules: { 'plain-english': rule } };
