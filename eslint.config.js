import neostandard from 'neostandard'
import regexp from 'eslint-plugin-regexp'

/** Words that readers stumble over, beside the field's own: say cached, stored or pending; the client or the user. */
const AVOIDED = /\b(?:anew|at hand|held by|kept|somebody|whoever)\b/i

/** Comments name the mechanism by its usual name, and a docstring says what a thing is, not what it is like. */
const plainWords = {
  create: ({ sourceCode, report }) => ({
    Program () {
      for (const comment of sourceCode.getAllComments()) {
        const [word] = AVOIDED.exec(comment.value) ?? []
        if (word !== undefined) report({ loc: comment.loc, message: `Say it without "${word}" (CONTRIBUTING.md).` })
        if (/^[*\s]*The same\b/.test(comment.value)) {
          report({ loc: comment.loc, message: 'Say what it is, not what it is the same as.' })
        }
      }
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
    files: ['{api,cli,db,files,plugins,routes,schemas,web}/**/*.ts', 'app.ts'],
    plugins: { words: { rules: { plain: plainWords } } },
    rules: { 'words/plain': 'error' }
  },
  {
    // What runs on input that somebody else chose. Tests and tools may say it in the shortest way.
    files: ['{api,cli,client,db,files,plugins,routes,schemas,web}/**/*.{ts,js}', 'app.ts'],
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential', ignoreSticky: false }]
    }
  }
]
