import neostandard from 'neostandard'
import regexp from 'eslint-plugin-regexp'

/** Words that readers stumble over. The field's own: cached, stored, pending; the client, the user. */
const AVOIDED = /(?<!`)\b(?:anew|at hand|held by|kept|told|tells|somebody|anybody|nobody|everybody|whoever)\b(?!`)/i

/** Quantities without a subject and a unit: say `TITLE_MAX_CHARACTERS`, `PAUSE_MS`. */
const BARE_QUANTITY = new RegExp('^(?:FEW|MANY|MOST|LEAST|LONGEST|SHORTEST|LARGEST|SMALLEST|LARGE|SMALL|LONG|SHORT|' +
  'LITTLE|MUCH|SOME|SEVERAL|ENOUGH|OFTEN|EVERY|PATIENCE|PAUSE|LIMIT|AT_LEAST|AT_MOST|AT_ONCE)$')

function reportAvoided (text, loc, report) {
  const [word] = AVOIDED.exec(text) ?? []
  if (word !== undefined) report({ loc, message: `Say it without "${word}" (CONTRIBUTING.md).` })
}

/** Comments, names of constants and of tests that a stranger understands at first reading. */
const plainWords = {
  create: ({ sourceCode, report }) => ({
    Program () {
      for (const comment of sourceCode.getAllComments()) {
        reportAvoided(comment.value, comment.loc, report)
        if (/^[*\s]*The same\b/.test(comment.value)) {
          report({ loc: comment.loc, message: 'Say what it is, not what it is the same as.' })
        }
      }
    },
    'CallExpression[callee.property.name="test"] > Literal:first-child' ({ value, loc }) {
      reportAvoided(String(value), loc, report)
    },
    ':matches(Program, ExportNamedDeclaration) > VariableDeclaration > VariableDeclarator > Identifier.id' (node) {
      if (BARE_QUANTITY.test(node.name)) report({ node, message: 'Name the subject, and the unit of a number.' })
    }
  })
}

export default [
  ...neostandard({ ts: true, ignores: ['dist', '.compiled', '.tap', 'coverage', 'data'] }),
  {
    // Texts in quotes, and what scripts wrote, may be longer.
    ignores: ['client/openapi.ts'],
    rules: {
      '@stylistic/max-len': ['error', {
        code: 120, ignoreUrls: true, ignoreStrings: true, ignoreTemplateLiterals: true, ignoreRegExpLiterals: true
      }]
    }
  },
  {
    // A schema and the type that follows from it have one name.
    files: ['schemas/**'],
    rules: { '@typescript-eslint/no-redeclare': 'off' }
  },
  {
    plugins: { words: { rules: { plain: plainWords } } },
    rules: { 'words/plain': 'error' }
  },
  {
    // Code that clients send input to. Tests and tools may use simpler expressions.
    files: ['{api,cli,client,db,files,plugins,routes,schemas,web}/**/*.{ts,js}', 'app.ts'],
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential', ignoreSticky: false }]
    }
  }
]
