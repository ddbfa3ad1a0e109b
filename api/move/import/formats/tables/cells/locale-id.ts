/** Languages by the lower ten bits of Windows' locale ids, from 1. */
const LANGUAGES = (
  'ar bg ca zh cs da de el en es fi fr he hu is it ja ko nl nb pl pt rm ro ru hr sk sq sv th tr ur id uk be sl et lv lt'
).split(' ')

/** The language of a Windows locale id (`407`) or language tag (`de-DE`) in a format code; undefined when unknown. */
export function localeOf (name: string | undefined): string | undefined {
  // Calendars and digit shapes may follow, or be in the upper bits.
  const [first = ''] = name?.split(',') ?? []
  if (/^[0-9a-f]{1,8}$/i.test(first)) return LANGUAGES[(Number.parseInt(first, 16) & 0x3FF) - 1]
  if (!/^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i.test(first)) return undefined
  return Intl.DateTimeFormat.supportedLocalesOf(first)[0]
}
