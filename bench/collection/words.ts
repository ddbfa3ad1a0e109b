import { Random } from './random.js'
import { Zipf } from './zipf.js'

interface Script {
  onsets: readonly string[]
  vowels: readonly string[]
  codas: readonly string[]
  syllables: readonly [number, number]
}

const LATIN: Script = {
  onsets: split('b br c ch cl d dr f fl g gr h j k l m n p pl pr qu r s sc sh sp st t th tr v w z'),
  vowels: split('a a a e e e i i o o u ea ou ai'),
  codas: ['', '', '', '', '', '', '', '', ...split('n r s l t m nd rt st ck ng')],
  syllables: [2, 3]
}

/** Scripts a museum meets besides Latin; each word of every fortieth rank is of the next one. */
const OTHER_SCRIPTS: readonly Script[] = [
  {
    onsets: split('б в г д ж з к л м н п р с т х ч ш'),
    vowels: split('а е и о у ы я ё'),
    codas: ['', '', ...split('й н р ск в')],
    syllables: [2, 4]
  },
  {
    onsets: split('β γ δ θ κ λ μ ν π ρ σ τ φ χ'),
    vowels: split('α ε η ι ο υ ω ά έ ή'),
    codas: ['', '', ...split('ς ν')],
    syllables: [2, 4]
  },
  {
    onsets: split('山 川 花 鳥 風 月 雪 松 竹 海 空 石 金 東 西 古'),
    vowels: [''],
    codas: split('図 画 絵 の 女 男 人 寺 橋 島'),
    syllables: [1, 3]
  },
  {
    onsets: split('ب ت ج ح د ر س ش ع ف ق ك ل م ن ه'),
    vowels: ['', ...split('ا و ي')],
    codas: ['', '', 'ة'],
    syllables: [2, 4]
  },
  {
    onsets: split('ב ג ד ה ז ח ט כ ל מ נ ס פ צ ק ר ש ת'),
    vowels: ['', ...split('א ו י')],
    codas: ['', '', 'ם'],
    syllables: [2, 4]
  }
]

const ACCENTED: Readonly<Record<string, readonly string[]>> = {
  a: split('à á â ä å ã'),
  e: split('è é ê ë'),
  i: split('í î ï'),
  o: split('ó ô ö ø õ'),
  u: split('ú û ü'),
  c: split('ç č'),
  n: split('ñ ń'),
  s: split('š ś'),
  z: split('ž ż')
}

const SHORT_WORDS = 40
const OTHER_SCRIPT_EVERY = 40
const ACCENTED_SHARE = 0.12

/** An invented language: all words differ, and words of low rank are frequent. */
export class Words {
  readonly all: readonly string[]
  readonly #zipf: Zipf

  constructor (seed: number, count: number) {
    const random = new Random(seed)
    const words = new Set<string>()
    while (words.size < count) words.add(wordOf(words.size, random))
    this.all = [...words]
    this.#zipf = new Zipf(count)
  }

  pick (random: Random): string {
    return this.all[this.#zipf.pick(random)]!
  }

  /** Words separated by spaces. */
  phrase (random: Random, least: number, most: number): string {
    return Array.from({ length: random.integer(least, most) }, () => this.pick(random)).join(' ')
  }

  /** Words separated by spaces, the first one capitalized. */
  title (random: Random, least: number, most: number): string {
    return capitalized(this.phrase(random, least, most))
  }

  name (random: Random): string {
    return capitalized(this.pick(random))
  }
}

function capitalized (text: string): string {
  const [first = ''] = text
  return first.toUpperCase() + text.slice(first.length)
}

function wordOf (rank: number, random: Random): string {
  // As in natural languages, frequent words are short.
  if (rank < SHORT_WORDS) return syllable(LATIN, random)
  if (rank % OTHER_SCRIPT_EVERY === 0) {
    return word(OTHER_SCRIPTS[(rank / OTHER_SCRIPT_EVERY) % OTHER_SCRIPTS.length]!, random)
  }
  const plain = word(LATIN, random)
  return random.chance(ACCENTED_SHARE) ? accented(plain, random) : plain
}

function word (script: Script, random: Random): string {
  return Array.from({ length: random.integer(...script.syllables) }, () => syllable(script, random)).join('')
}

function syllable ({ onsets, vowels, codas }: Script, random: Random): string {
  return random.pick(onsets) + random.pick(vowels) + random.pick(codas)
}

function accented (plain: string, random: Random): string {
  const positions = [...plain].flatMap((letter, at) => letter in ACCENTED ? [at] : [])
  if (positions.length === 0) return plain
  const at = random.pick(positions)
  return plain.slice(0, at) + random.pick(ACCENTED[plain[at]!]!) + plain.slice(at + 1)
}

function split (list: string): string[] {
  return list.split(' ')
}
