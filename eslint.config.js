import neostandard from 'neostandard'
import regexp from 'eslint-plugin-regexp'

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
    // What runs on input that somebody else chose. Tests and tools may say it in the shortest way.
    files: ['{api,cli,client,db,files,plugins,routes,schemas,web}/**/*.{ts,js}', 'app.ts'],
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential', ignoreSticky: false }]
    }
  }
]
