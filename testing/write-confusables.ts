import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Writes the table of characters that look alike from Unicode's list, of which `npm run confusables -- FILE` names a copy. Afterwards
 * a migration must set `users.name_keys` to null, so that the job fill-name-keys computes them again.
 */

const source = 'https://www.unicode.org/Public/security/latest/confusables.txt'
const target = join(import.meta.dirname, '../server/accounts/users/confusables.tsv')

/** Letters that imitate capitals and that Unicode's list does not map to Latin ones. */
const smallCapitals: Readonly<Record<string, string>> = {
  ...{ ᴀ: 'a', ʙ: 'b', ᴄ: 'c', ᴅ: 'd', ᴇ: 'e', ꜰ: 'f', ɢ: 'g', ʜ: 'h', ɪ: 'i', ᴊ: 'j', ᴋ: 'k', ʟ: 'l', ᴍ: 'm' },
  ...{ ɴ: 'n', ᴏ: 'o', ᴘ: 'p', ꞯ: 'q', ʀ: 'r', ꜱ: 's', ᴛ: 't', ᴜ: 'u', ᴠ: 'v', ᴡ: 'w', ʏ: 'y', ᴢ: 'z' },
}

/** The first of 26 symbols each that show the letters A to Z. */
const alphabetsOfSymbols = [0x1f150, 0x1f170, 0x1f1e6]

const fromHex = (codePoints: string) => String.fromCodePoint(...codePoints.split(' ').map((codePoint) => Number.parseInt(codePoint, 16)))

const toHex = (text: string) => Array.from(text, (character) => (character.codePointAt(0) ?? 0).toString(16).toUpperCase()).join(' ')

/** Names are compared without marks on these letters. */
const removeMarks = (text: string) =>
  /^(?=\p{L})[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]/u.test(text) ? text.normalize('NFD').replace(/\p{M}/gu, '') : text

function parseConfusables(text: string): Map<string, string> {
  const lines = text.matchAll(/^([0-9A-F]+) ;\t([0-9A-F ]+) ;/gm)
  return new Map(Array.from(lines, ([, character = '', prototype = '']) => [fromHex(character), removeMarks(fromHex(prototype))]))
}

const [file] = process.argv.slice(2)
const text = file === undefined ? await (await fetch(source)).text() : readFileSync(file, 'utf8')
const version = /^# Version: (\S+)/m.exec(text)?.[1]
if (version === undefined) throw new Error('This is not a confusables.txt: it has no version.')
const prototypes = parseConfusables(text)
for (const [character, letter] of Object.entries(smallCapitals)) prototypes.set(character, letter)
for (const first of alphabetsOfSymbols)
  for (let index = 0; index < 26; index += 1) prototypes.set(String.fromCodePoint(first + index), String.fromCodePoint(0x61 + index))
const groups = Map.groupBy(prototypes.keys(), (character) => {
  const prototype = prototypes.get(character) ?? character
  return Array.from(prototype, (part) => smallCapitals[part] ?? part).join('')
})
const rows = [...groups].map(([prototype, characters]) => `${toHex(prototype)}\t${characters.map(toHex).toSorted().join(' ')}`)
const notice = `# Characters that look alike: a prototype, then what looks like it. From Unicode ${version}, © Unicode, Inc., Unicode License v3.`
writeFileSync(target, `${[notice, ...rows.toSorted()].join('\n')}\n`)
console.log(`${prototypes.size} characters written to ${target}`)
