/** An address of the loopback network, from 127.1.0.1 on. */
export function loopback (number: number): string {
  return `127.${1 + (number >> 16)}.${(number >> 8) & 255}.${1 + number % 254}`
}
