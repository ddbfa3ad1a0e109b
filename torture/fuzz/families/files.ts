import { form, itemWithFile } from '../../http/form.js'
import type { Random } from '../../random.js'
import type { Family } from '../attack.js'

/** Uploads of files some bytes of which are changed, cut off or repeated. */
export const files: Family = {
  name: 'files',
  make (random, arsenal) {
    const { filename, content } = random.pick(arsenal.files)
    const changed = damaged(content, random)
    const isAsset = random.chance(0.25)
    const upload = isAsset
      ? form([{ name: 'data', content: '{}' }, { name: 'file', content: changed, filename }])
      : itemWithFile({}, random.chance(0.9) ? filename : 'x.jpg', changed)
    return { method: 'POST', path: isAsset ? '/api/assets' : '/api/items', as: 'editor', ...upload }
  }
}

function damaged (content: Buffer, random: Random): Buffer {
  const copy = Buffer.from(content)
  const flips = random.pick([0, 1, 4, 40])
  for (let flip = 0; flip < flips; flip++) {
    // Sizes and counts are near the beginning.
    const at = random.below(random.chance(0.6) ? Math.min(64, copy.length) : copy.length)
    copy[at] = random.pick([0, 0xFF, 0x7F, random.below(256)])
  }
  switch (random.below(4)) {
    case 0: return copy.subarray(0, random.below(copy.length) + 1)
    case 1: return Buffer.concat([copy, copy])
    default: return copy
  }
}
