import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { unpackWoff } from './unpack-woff.ts'

/** The sum that the font's directory has for a table. That of `head` leaves out its own third number. */
function sumTable(name: string, table: Buffer): number {
  let sum = 0
  for (let at = 0; at < table.length; at += 4) if (name !== 'head' || at !== 8) sum = (sum + table.readUInt32BE(at)) >>> 0
  return sum
}

test.each(['noto-sans-latin-400', 'noto-sans-tamil-tamil-700'])('the tables of %s have their sums', (name) => {
  const [family = '', file] = name.includes('tamil') ? ['noto-sans-tamil', name] : ['noto-sans', name]
  const font = unpackWoff(readFileSync(fileURLToPath(import.meta.resolve(`@fontsource/${family}/files/${file}-normal.woff`))))
  const count = font.readUInt16BE(4)
  expect([font.readUInt32BE(0), count > 8, font.readUInt16BE(6) + font.readUInt16BE(10)]).toEqual([0x10000, true, count * 16])
  for (let entry = 12; entry < 12 + count * 16; entry += 16) {
    const table = font.toString('latin1', entry, entry + 4)
    const [sum, start, length] = [font.readUInt32BE(entry + 4), font.readUInt32BE(entry + 8), font.readUInt32BE(entry + 12)]
    expect([table, sumTable(table, font.subarray(start, start + Math.ceil(length / 4) * 4))]).toEqual([table, sum])
  }
})
