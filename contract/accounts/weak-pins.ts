import { normalizeName } from './names.ts'

/** The most frequent PINs that no rule below covers, then paths on a keypad, and words. */
const common = new Set(
  '0786 786 7860 7861 1472 3698 0001 0007 0070 0124 0321 0411 0420 0815 0907 0987 1000 1001 1002 1003 1004 1005 1007 1009 1011 1012 1013 1014 1017 1018 1019 1020 1021 1022 1023 1024 1025 1026 1027 1028 1029 1030 1031 1092 1101 1103 1104 1112 1113 1114 1115 1117 1119 1120 1121 1123 1124 1125 1126 1127 1128 1129 1130 1203 1204 1205 1209 1210 1211 1213 1214 1215 1216 1217 1218 1220 1221 1222 1223 1224 1225 1226 1227 1228 1229 1230 1231 1233 1235 1236 1245 1318 1324 1379 1701 2112 2580 4200 5150 5425 7410 7890 7942 8520 9111 0852 1470 0741 1590 0951 3690 0963 9731 1397 7931 5683 8642 1478 9632 1314 5201 2512 password passwort qwerty asdf zxcv abcd admin pass love india krishna ganesh iloveyou welcome'.split(
    ' ',
  ),
)

/** Whether each character follows the one before it at the same distance: 1111, 1234, 9876, 2468. */
function isSequence(characters: readonly string[]): boolean {
  const codes = characters.map((character) => character.codePointAt(0) ?? 0)
  const step = (codes[1] ?? 0) - (codes[0] ?? 0)
  return Math.abs(step) <= 2 && codes.every((code, index) => index === 0 || code - (codes[index - 1] ?? 0) === step)
}

/** Whether one part is repeated until the end: 1212, 123123. */
function isRepetition(text: string): boolean {
  for (let length = 1; length <= text.length / 2; length++)
    if (text.length % length === 0 && text.slice(length) === text.slice(0, -length)) return true
  return false
}

/** 1122, 112233 */
function isPairs(text: string): boolean {
  if (text.length % 2 !== 0) return false
  for (let index = 0; index < text.length; index += 2) if (text[index] !== text[index + 1]) return false
  return true
}

/** Nobody guesses a longer one by hand. The comparisons below take time that grows faster than the length. */
const maxWeakLength = 64

/**
 * Whether a PIN is among the first that somebody would try: repeats, sequences, years, the name itself, and the most frequent
 * ones. Never a reason to reject a PIN; the forms and the account page suggest another one. An empty name is compared with nothing.
 */
export function isWeakPin({ pin, name }: { pin: string; name: string }): boolean {
  if (pin.length > maxWeakLength) return false
  const text = pin.toLowerCase()
  const plainName = normalizeName(name).replace(/\s/g, '')
  return (
    common.has(text) ||
    isSequence([...text]) ||
    isRepetition(text) ||
    isPairs(text) ||
    /^(?:19|20)\d\d$/.test(text) ||
    (plainName !== '' && (plainName.includes(text) || text.includes(plainName)))
  )
}
