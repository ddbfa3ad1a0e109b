import neostandard from 'neostandard'

export default [
  ...neostandard({ ts: true, ignores: ['dist', '.compiled', '.tap', 'coverage', 'data'] }),
  {
    // A schema and the type that follows from it have one name.
    files: ['schemas/**'],
    rules: { '@typescript-eslint/no-redeclare': 'off' }
  }
]
