import neostandard from 'neostandard'

export default neostandard({ ts: true, ignores: ['dist', '.compiled', '.tap', 'coverage', 'data'] })
