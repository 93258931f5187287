import { expect, test } from 'vitest'
import { breakLinks } from './break-links.ts'

const show = (text: string) => breakLinks(text).replaceAll('\u2060', '|')

test.each([
  ['evil-pay.com/x', 'evil-pay.|com/x'],
  ['a.b.co.in', 'a.|b.|co.|in'],
  ['пример.рф', 'пример.|рф'],
  ['evil。com', 'evil。|com'],
  ['win@prizes.example', 'win@prizes.|example'],
  ['Call 98765 43210 now', 'Call 9|8|7|6|5| 4|3|2|1|0| now'],
  ['+91 (80) 4112-3456', '+9|1| (8|0|) 4|1|1|2|-3|4|5|6|'],
  ['St. Mary Road, No. 12', 'St. Mary Road, No. 12'],
  ['12 Lake Road, 560001', '12 Lake Road, 560001'],
])('%s becomes %s', (text, expected) => {
  expect(show(text)).toBe(expected)
})
