import { isUtf8 } from 'node:buffer'

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

/** How many of the characters beyond ASCII must be whole for a damaged file to be UTF-8. */
const minWholeShare = 0.95

/** The length of the UTF-8 sequence at an index; 0 for bytes that are none. */
function readSequence(bytes: Uint8Array, index: number): number {
  const first = bytes[index] ?? 0
  const length = first >= 0xf0 && first < 0xf5 ? 4 : first >= 0xe0 && first < 0xf0 ? 3 : first >= 0xc2 && first < 0xe0 ? 2 : 0
  for (let next = 1; next < length; next += 1) if (((bytes[index + next] ?? 0) & 0xc0) !== 0x80) return 0
  return length
}

/** Whether nearly all characters beyond ASCII are whole: one that a program has cut does not make it another encoding. */
function isDamagedUtf8(bytes: Uint8Array): boolean {
  let whole = 0
  let broken = 0
  for (let index = 0; index < bytes.length; ) {
    const isAscii = (bytes[index] ?? 0) < 0x80
    const length = isAscii ? 1 : readSequence(bytes, index)
    if (length === 0) broken += 1
    else if (!isAscii) whole += 1
    index += length || 1
  }
  return whole > 0 && whole / (whole + broken) >= minWholeShare
}

/** The encoding by the byte order mark, or by the bytes of a file without one. What is not UTF-8 is that of old spreadsheets. */
export function findEncoding(bytes: Uint8Array): Encoding {
  const [first, second] = bytes
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return 'utf-16le'
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0)) return 'utf-16be'
  return isUtf8(bytes) || isDamagedUtf8(bytes) ? 'utf-8' : 'windows-1252'
}
